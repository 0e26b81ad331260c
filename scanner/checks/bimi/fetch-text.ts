import { FetchError } from '../../ports/fetch.ts';
import type { ScanPorts } from '../../ports/scanner.ts';

const mostOctets = 512 * 1_024;

/** A file as text. Never rejects. */
export async function fetchText(
  url: string,
  { fetch, signal }: Pick<ScanPorts, 'fetch' | 'signal'>,
): Promise<{ text: string } | { code: string; message: string }> {
  try {
    const response = await fetch(url, { maxBytes: mostOctets, signal });
    const parts: Uint8Array[] = [];
    for await (const part of response.body) parts.push(part);
    if (response.status !== 200) return { code: 'bad_status', message: `Status ${response.status}.` };
    return { text: Buffer.concat(parts).toString('utf8') };
  } catch (error) {
    if (!(error instanceof FetchError)) return { code: 'timeout', message: 'It was not fetched in time.' };
    return { code: error.failure, message: error.message.slice(0, 300) };
  }
}
