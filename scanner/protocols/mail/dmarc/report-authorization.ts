import type { MailResolve } from '../mail-resolve.ts';
import { isDmarcRecord, parseDmarcRecord } from './parse-record.ts';
import type { ReportUri } from './report-uri.ts';
import { organizationalDomainOf, treeWalk } from './tree-walk.ts';

export type ReportAuthorization = 'own' | 'authorized' | 'not_authorized' | 'unknown' | 'not_mailto';

export interface AskedReports {
  readonly uri: ReportUri;
  /** The tag that it stands in. */
  readonly tag: 'rua' | 'ruf';
  /** The domain of the record that it stands in. */
  readonly recordDomain: string;
  /** Undefined if it could not be found out. */
  readonly organizationalDomain: string | undefined;
}

export interface AuthorizedReports {
  readonly authorization: ReportAuthorization;
  /**
   * The addresses to which the reports go instead, by whom they are for (RFC 9990 section 4, step 9); undefined if
   * nothing is said.
   */
  readonly instead?: readonly ReportUri[];
}

/**
 * Tells whether reports about a domain may go to an address: it is of the same organization, or its domain says so at
 * `<policy domain>._report._dmarc` (RFC 9990 section 4), which a wildcard may answer. That record may name other
 * addresses, at the same host only: with others, reports go to neither. Never rejects.
 */
export async function reportAuthorization(
  { uri, tag, recordDomain, organizationalDomain }: AskedReports,
  resolve: MailResolve,
): Promise<AuthorizedReports> {
  const host = uri.mailDomain;
  if (host === undefined) return { authorization: 'not_mailto' };
  if (host === recordDomain || host === organizationalDomain) return { authorization: 'own' };
  if (organizationalDomain !== undefined && host.endsWith(`.${organizationalDomain}`)) {
    const { steps, failedAt } = await treeWalk(host, resolve);
    if (failedAt !== undefined) return { authorization: 'unknown' };
    if (organizationalDomainOf(host, steps) === organizationalDomain) return { authorization: 'own' };
  }
  const answer = await resolve(`${recordDomain}._report._dmarc.${host}`, 'TXT');
  if (answer.status === 'error') return { authorization: 'unknown' };
  const records = (answer.status === 'found' ? answer.values : [])
    .filter(isDmarcRecord)
    .flatMap((text) => parseDmarcRecord(text) ?? []);
  if (records.length === 0)
    // What organization the domain is of is not known: it may be the same.
    return { authorization: organizationalDomain === undefined ? 'unknown' : 'not_authorized' };
  const instead = records.flatMap((record) => record[tag]);
  if (instead.length === 0) return { authorization: 'authorized' };
  const isElsewhere = instead.some(({ mailDomain }) => mailDomain !== host);
  return { authorization: isElsewhere ? 'not_authorized' : 'authorized', instead };
}
