import type { DmarcPolicy } from '../../protocols/mail/dmarc/parse-record.ts';

/** A DMARC result describes the DMARC of a domain (RFC 9989). No key of an object in it is data. */
export interface DmarcResult {
  /** Whether a sound policy applies to the domain; null if it could not be looked up. */
  readonly valid: boolean | null;
  /** The record that applies. */
  readonly record: string | null;
  /** The domain of the record: the domain itself, its organizational domain, or the public suffix above. */
  readonly recordDomain: string | null;
  /** Null without a record, as in all that it says. */
  readonly inherited: boolean | null;
  /** Null if it could not be found out. */
  readonly organizationalDomain: string | null;
  /** The policy for mail of this domain that fails, test mode counted in. */
  readonly policy: DmarcPolicy | null;
  /** The same for subdomains that exist, and for those that don't. */
  readonly subdomainPolicy: DmarcPolicy | null;
  readonly nonexistentPolicy: DmarcPolicy | null;
  readonly testing: boolean | null;
  readonly dkimAlignment: 'relaxed' | 'strict' | null;
  readonly spfAlignment: 'relaxed' | 'strict' | null;
  readonly aggregateReports: readonly ReportAddress[] | null;
  readonly failureReports: readonly ReportAddress[] | null;
  /** Every name that was asked, in its order, eight at most; null if none answered. */
  readonly walk: readonly { readonly domain: string; readonly record: string | null }[] | null;
  /** One sentence. */
  readonly details: string;
}

export interface ReportAddress {
  readonly uri: string;
  /** `own`: of the same organization. Others must be authorized by whom they belong to (RFC 9990 section 4). */
  readonly authorization: 'own' | 'authorized' | 'not_authorized' | 'unknown' | 'not_mailto';
  /** The addresses to which its domain has the reports go instead; empty if it says nothing. */
  readonly instead: readonly string[];
}
