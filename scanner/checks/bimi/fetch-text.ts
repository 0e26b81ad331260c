import { FetchError } from '../../ports/fetch.ts';
import { wholeBody } from '../../ports/fetched-body.ts';
import type { ScanPorts } from '../../ports/scanner.ts';

const mostOctets = 512 * 1_024;

/** Fetches a file as text. Never rejects. */
export async function fetchText(
  url: string,
  { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<{ text: string } | { code: string; message: string }> {
  try {
    const response = await fetch(url, { maxBytes: mostOctets, signal });
    const octets = await wholeBody(response);
    if (response.status !== 200) return { code: 'bad_status', message: `Status ${response.status}.` };
    return { text: octets.toString('utf8') };
  } catch (error) {
    if (!(error instanceof FetchError)) return { code: 'timeout', message: 'It was not fetched in time.' };
    return { code: error.failure, message: error.message.slice(0, 300) };
  }
}
