import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import { FetchError, type Fetched } from '../../../ports/fetch.ts';
import { letGo, wholeBody } from '../../../ports/fetched-body.ts';
import type { ScanPorts } from '../../../ports/scanner.ts';

const mostOctets = 1_048_576;
const mostRedirects = 3;
const milliseconds = 8_000;
const mediaTypes = ['application/rdap+json', 'application/json'];
/** Seconds for which a server that wants to be left alone is, if it does not say how long. */
const usualPause = 60;
const longestPause = 3_600;

export type RdapAnswer<Facts> =
  | { readonly facts: Facts }
  | { readonly absent: true }
  | { readonly code: string; readonly message: string; readonly pauseSeconds?: number };

/**
 * Asks a service for an object (RFC 9082 section 3.1), over HTTPS to the end. `understand` gives undefined for what is not the
 * object that was asked for. Never rejects.
 */
export async function askRdap<Facts>(
  first: string,
  understand: (answer: unknown) => Facts | undefined,
  ports: Pick<ScanPorts, 'clock' | 'fetch' | 'signal'>,
): Promise<RdapAnswer<Facts>> {
  const signal = AbortSignal.any([ports.signal, AbortSignal.timeout(milliseconds)]);
  let url = first;
  try {
    for (let count = 0; count <= mostRedirects; count++) {
      const response = await ports.fetch(url, {
        headers: { accept: mediaTypes.join(', ') },
        redirects: 'refuse',
        maxBytes: mostOctets,
        signal,
      });
      const target = await redirection(response, url);
      if (target === undefined)
        return await read(response, understand, url, url === first, ports.clock.now());
      if (!target.startsWith('https:')) return { code: 'refused', message: `${url} leads away from HTTPS.` };
      url = target;
    }
    return { code: 'malformed', message: `${first} redirects more than ${mostRedirects} times.` };
  } catch (error) {
    if (error instanceof FetchError) return { code: error.failure, message: `${url}: ${error.message}` };
    if (signal.aborted) return { code: 'timeout', message: `${url} did not answer in time.` };
    throw error;
  }
}

/** Where it leads (RFC 7480 section 5.2). */
async function redirection(response: Fetched, url: string): Promise<string | undefined> {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.status) || location === undefined) return undefined;
  await letGo(response);
  return URL.parse(location, url)?.href ?? '';
}

async function read<Facts>(
  response: Fetched,
  understand: (answer: unknown) => Facts | undefined,
  url: string,
  isFirst: boolean,
  now: number,
): Promise<RdapAnswer<Facts>> {
  const { status, headers } = response;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (status !== 200) {
    await letGo(response);
    // A site without such a path says 404 too, with a page for people; and another's 404 is not the registry's word.
    if (status === 404 && isFirst && !type.endsWith('html')) return { absent: true };
    if (status === 429 || status === 503) {
      const message = `${url} wants to be asked later (status ${status}).`;
      return { code: 'limited', message, pauseSeconds: pauseOf(headers['retry-after'], now) };
    }
    return { code: 'bad_status', message: `${url} answers with status ${status}.` };
  }
  if (!mediaTypes.includes(type)) {
    await letGo(response);
    return {
      code: 'malformed',
      message: `${url} answers with ${type === '' ? 'no type' : type.slice(0, 100)}.`,
    };
  }
  const facts = understand(json(await wholeBody(response)));
  return facts === undefined
    ? { code: 'malformed', message: `${url} does not answer with what it was asked for.` }
    : { facts };
}

function json(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Gives seconds. */
function pauseOf(header: string | undefined, now: number): number {
  const pause = readRetryAfter(header, now);
  const seconds = pause === undefined ? usualPause : Math.ceil(pause / 1_000);
  return Math.min(longestPause, Math.max(1, seconds));
}
