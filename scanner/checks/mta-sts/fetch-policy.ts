import { FetchError } from '../../ports/fetch.ts';
import { letGo, wholeBody } from '../../ports/fetched-body.ts';
import type { ScanPorts } from '../../ports/scanner.ts';

/** Octets; RFC 8461 section 3.2 suggests that senders limit it to 64 KiB. */
const mostOctets = 65_536;

export type FetchedPolicy =
  | { readonly text: string; readonly mediaType: string | undefined }
  | { readonly code: string; readonly message: string };

/**
 * Fetches the policy file of a domain, by HTTPS from its own host without redirects (RFC 8461 section 3.3). Never
 * rejects.
 */
export async function fetchPolicy(
  domain: string,
  { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<FetchedPolicy> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  try {
    const response = await fetch(url, { redirects: 'refuse', maxBytes: mostOctets, signal });
    if (response.status !== 200) {
      await letGo(response);
      const redirected = response.status >= 300 && response.status < 400;
      return {
        code: redirected ? 'redirect' : 'bad_status',
        message: redirected
          ? `${url} redirects, which senders must not follow.`
          : `${url} answers with status ${response.status}.`,
      };
    }
    const octets = await wholeBody(response);
    const mediaType = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    return { text: octets.toString('utf8'), mediaType };
  } catch (error) {
    if (!(error instanceof FetchError))
      return { code: 'timeout', message: `${url} was not fetched in time.` };
    return { code: error.failure, message: `${url}: ${error.message}`.slice(0, 500) };
  }
}
