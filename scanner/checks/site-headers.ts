import { FetchError } from '../ports/fetch.ts';
import type { ScanError } from '../ports/finding.ts';
import type { ScanPorts } from '../ports/scanner.ts';

export interface SiteHeaders {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const maxBytes = 16 * 1024;

/** Fetches the headers of a domain's site and leaves its body unread; an error if there is no answer. */
export async function siteHeaders(
  domain: string,
  { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
  source: string,
): Promise<SiteHeaders | ScanError> {
  try {
    const { status, headers, body } = await fetch(`https://${domain}/`, { signal, maxBytes });
    // This hangs up.
    await body[Symbol.asyncIterator]().return?.();
    return { status, headers };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { source, code: error.failure, message: `https://${domain}/: ${error.message}` };
  }
}
