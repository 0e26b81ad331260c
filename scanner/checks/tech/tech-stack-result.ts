import type { FetchRedirect } from '../../ports/fetch.ts';
import type { DetectedTechnology } from '../../ports/web-page.ts';

/**
 * A technology result lists technologies that a site's page, its headers and its DNS tell of. No key of an object in it
 * is data.
 */
export interface TechStackResult {
  /** Null if none is known and not all could be asked. */
  readonly technologies: readonly DetectedTechnology[] | null;
  /** Null if no page could be had: what is told is of the DNS. */
  readonly site: SiteSummary | null;
  readonly certificate: SiteCertificate | null;
  /** A bound was reached before everything had been looked at. Null if no page could be had. */
  readonly partial: boolean | null;
  /** Which rules told of them; absent in results that were stored by earlier versions. */
  readonly rules?: string;
}

export interface SiteSummary {
  /** Of the answer. */
  readonly url: string;
  readonly status: number;
  readonly address: string | null;
  readonly redirects: readonly FetchRedirect[];
  readonly title: string | null;
}

export interface SiteCertificate {
  /** The issuer as RFC 4514 writes names. */
  readonly issuer: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly daysUntilExpiry: number;
}
