import { type Fetch, FetchError } from '@sonde/scanner/ports/fetch.ts';
import { wholeBody } from '@sonde/scanner/ports/fetched-body.ts';
import type { CustomFetch } from 'openid-client';

/** Bytes of one answer of a provider. */
const maxBytes = 512 * 1_024;
/** Milliseconds. */
const longest = 10_000;

/** Adapts the guarded fetch to the library for providers: no redirects, bounded, and read whole. */
export function openIdFetch(fetch: Fetch): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new FetchError('refused', `${method} is not sent.`);
    const post = method === 'POST' ? { post: body instanceof Uint8Array ? body : String(body ?? '') } : {};
    const answer = await fetch(url, {
      ...post,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      signal: signal ?? AbortSignal.timeout(longest),
      maxBytes,
      milliseconds: longest,
      redirects: 'refuse',
    });
    const octets = await wholeBody(answer);
    if (answer.status < 200 || answer.status > 599) {
      throw new FetchError('refused', `The answer has the status ${answer.status}.`);
    }
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? octets : null, {
      status: answer.status,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined || name === 'content-encoding' ? [] : [[name, value]],
      ),
    });
  };
}
