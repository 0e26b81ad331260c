import type { DnsRecord } from '../../ports/dns-record.ts';
import type { SecurityStatus } from '../../ports/dns-validation.ts';
import type { TlsSession } from '../../ports/tls-session.ts';
import type { PageFacts } from '../../ports/web-page.ts';
import type { SiteVisit } from '../site/visit-site.ts';

/** A site file is a small file of a site. Null if it could not be asked for. */
export type SiteFile = {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly url: string;
} | null;

/** Tells whether a file came as plain text. */
export function isPlainText({ status, type }: NonNullable<SiteFile>): boolean {
  return status === 200 && /^text\/plain\b/i.test(type);
}

/** Tells whether all of a page of HTML was read, so that what was not seen is not there. */
export function isWholePage({ visit, page }: Pick<QualityFacts, 'visit' | 'page'>): boolean {
  const type = visit.headers['content-type'];
  const isHtml = type === undefined || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  return isHtml && !page.partial && !visit.cut;
}

/** Gives the Content-Security-Policies of header and page, parted by commas as in a header; undefined without one. */
export function writtenPolicy({ visit, page }: Pick<QualityFacts, 'visit' | 'page'>): string | undefined {
  const all = [visit.headers['content-security-policy'] ?? [], ...page.policies].flat();
  return all.length === 0 ? undefined : all.join(', ');
}

/** Half a year in seconds, as HTTP Observatory counts it: HSTS that holds less long is too short. */
export const sixMonths = 15_768_000;

/** The quality facts are all that the quality of a page is judged by. */
export interface QualityFacts {
  readonly visit: SiteVisit;
  readonly page: PageFacts;
  readonly session: TlsSession | null;
  /** The page over http, with redirects; null if nobody answers there or it was not asked. */
  readonly plain: SiteVisit | null;
  /** Nobody listens for http: there is nothing to redirect. */
  readonly plainRefused: boolean;
  readonly files: {
    readonly robots: SiteFile;
    /** What robots.txt names, or what is at the usual place. */
    readonly sitemap: SiteFile;
    /** As robots.txt names it, the first of several. */
    readonly namedSitemap: string | null;
    readonly securityTxt: SiteFile;
    readonly favicon: SiteFile;
  };
  readonly dns: {
    /** Null if it could not be asked. */
    readonly ipv6: readonly string[] | null;
    readonly dnssec: SecurityStatus | null;
    readonly tlsa: readonly Pick<DnsRecord, 'data' | 'text'>[] | null;
    readonly tlsaSecurity: SecurityStatus | null;
  };
  /** Milliseconds since 1970. */
  readonly now: number;
}
