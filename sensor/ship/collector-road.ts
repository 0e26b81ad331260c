import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import got from 'got';
import type { Destination } from './messages.ts';

/** Builds the URL of a path at a collector, which may be `unix:/path/of/socket`. */
export function collectorUrl(collector: string, path: string): string {
  if (!collector.startsWith('unix:')) return collector + path;
  const socket = collector.slice('unix:'.length).split('/').map(encodeURIComponent).join('/');
  return `http://unix:${socket}:${path}`;
}

/** Returns the PEM of the authorities that may vouch for a collector. */
export function authoritiesOf({ authorities }: Pick<Destination, 'authorities'>): string[] {
  return authorities === undefined ? systemAuthorities() : [authorities];
}

/** Returns the PEM of the authorities that the system trusts, or of those that Node.js brings if it has none. */
export function systemAuthorities(): string[] {
  const system = getCACertificates('system');
  return system.length > 0 ? system : getCACertificates('default');
}

/**
 * Creates a fetch function that takes the road of batches, for a client of the API: Unix sockets, the operator's
 * authorities, no redirection.
 */
export function fetchFrom(
  collector: string,
  destination: Pick<Destination, 'authorities' | 'client'>,
): typeof fetch {
  // Agents of our own: the global ones can be told by the environment to use a proxy.
  const agent = { http: new HttpAgent(), https: new HttpsAgent() };
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const { method = 'GET', headers, body, signal } = init;
    try {
      const answer = await got(collectorUrl(collector, pathname + search), {
        method: method as 'GET' | 'POST',
        headers: Object.fromEntries(new Headers(headers)),
        ...(body === undefined || body === null
          ? {}
          : { body: Buffer.from(await new Response(body).bytes()) }),
        ...(signal === undefined || signal === null ? {} : { signal }),
        responseType: 'buffer',
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
        enableUnixSockets: collector.startsWith('unix:'),
        agent,
        https: { certificateAuthority: authoritiesOf(destination), ...destination.client },
      });
      const isEmpty = [204, 205, 304].includes(answer.statusCode);
      return new Response(isEmpty ? null : new Uint8Array(answer.rawBody), {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      // As fetch says it.
      throw new TypeError('fetch failed', { cause });
    }
  };
}
