import { FetchError, type FetchRedirect } from '../../ports/fetch.ts';
import type { ScanError } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { acceptedEncodings, decodeBody, decodeText, markOf } from '../../protocols/web/decode-body.ts';

/** The page bound is the number of octets of a page that are read, after its coding is undone. */
export const mostPageOctets = 3 * 1_024 * 1_024;
/** Milliseconds for one page, however slowly it drips. */
const pageTime = 8_000;

/** A site visit is one page as it was answered. */
export interface SiteVisit {
  readonly url: string;
  readonly status: number;
  /** Null if the connection did not tell. */
  readonly address: string | null;
  readonly httpVersion: string;
  readonly redirects: readonly FetchRedirect[];
  /** Names in lower case; joined by commas if one came twice. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly setCookies: readonly string[];
  readonly html: string;
  /** The encoding that the page's byte order mark names, which counts before all others. */
  readonly mark: string | undefined;
  /** Of the page, its coding undone; of what was read if it was cut. */
  readonly octets: number;
  readonly received: number;
  /** Read only in part: too long, too slow, or broken off. */
  readonly cut: boolean;
  /** Why the page did not come over https, though something answers there; absent if nothing is wrong. */
  readonly secureFailure?: ScanError;
}

export type SitePorts = Pick<ScanPorts, 'fetch' | 'signal'>;

/** Fetches one page, with its redirects. An error if there is no answer. */
export async function visitPage(
  url: string,
  { fetch, signal }: SitePorts,
  source: string,
  most = mostPageOctets,
): Promise<SiteVisit | ScanError> {
  try {
    const answer = await fetch(url, {
      signal,
      // The bound that counts is on what comes out of the coding.
      maxBytes: most * 2,
      milliseconds: pageTime,
      asSent: true,
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
        'accept-encoding': acceptedEncodings,
      },
    });
    const { status, headers, trace } = answer;
    const { octets, received, cut } = await decodeBody(answer.body, headers['content-encoding'], most);
    return {
      url: trace?.url ?? url,
      status,
      address: trace?.address ?? null,
      httpVersion: trace?.httpVersion ?? '1.1',
      redirects: trace?.redirects ?? [],
      headers,
      setCookies: trace?.setCookies ?? cookiesOf(headers['set-cookie']),
      html: decodeText(octets, headers['content-type']),
      mark: markOf(octets),
      octets: octets.length,
      received,
      cut,
    };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { source, code: error.failure, message: `${url}: ${error.message}` };
  }
}

/**
 * Visits the site of a domain over https, and over http if https fails. If both fail, the error is the https one; if something
 * answers there which is not to be read, such as a certificate that does not verify, it stands beside the page that came over http.
 */
export async function visitDomain(
  domain: string,
  ports: SitePorts,
  source: string,
): Promise<SiteVisit | ScanError> {
  const secure = await visitPage(`https://${domain}/`, ports, source);
  if (!('code' in secure)) return secure;
  const plain = await visitPage(`http://${domain}/`, ports, source);
  if ('code' in plain) return secure;
  return secure.code === 'unreachable' ? plain : { ...plain, secureFailure: secure };
}

/** Where only the joined header is known: a comma before a name and `=` parts two cookies, one in a date does not. */
function cookiesOf(joined: string | undefined): string[] {
  return joined === undefined ? [] : joined.split(/,\s*(?=[^\s;,=]+=)/);
}
