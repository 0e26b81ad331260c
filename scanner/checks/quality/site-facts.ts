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
    readonly sitemap: SiteFile;
    readonly securityTxt: SiteFile;
    readonly favicon: SiteFile;
  };
  readonly dns: {
    /** Null if it could not be asked. */
    readonly ipv6: readonly string[] | null;
    readonly dnssec: SecurityStatus | null;
    readonly tlsa: readonly string[] | null;
    readonly tlsaSecurity: SecurityStatus | null;
  };
  /** Milliseconds since 1970. */
  readonly now: number;
}
