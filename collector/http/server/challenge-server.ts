import { createServer, type RequestListener } from 'node:http';
import { listen } from './listen.ts';
import type { ListenAddress } from './listen-address.ts';

/** Authorities look for the challenge http-01 below this path (RFC 8555 section 8.3). */
export const challengePath = '/.well-known/acme-challenge/';
const tokenForm = /^[A-Za-z0-9_-]{22,500}$/;
const mostConnections = 256;
const times = { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 1_000 };

/** Gives what the authority looks for under that token; undefined if nobody asked for it. */
export type ChallengeAnswer = (token: string) => Promise<string | undefined>;

/** Looks a challenge up, if that is a token at all. */
export async function challengeAnswer(answer: ChallengeAnswer, token: string): Promise<string | undefined> {
  return tokenForm.test(token) ? await answer(token) : undefined;
}

/**
 * Answers the challenge http-01 without TLS, and sends people who come to one of the collector's names by http on to https. Nothing
 * else is served there.
 */
export function challengeListener(
  answer: ChallengeAnswer,
  { names, publicUrl }: { readonly names: readonly string[]; readonly publicUrl: string | undefined },
): RequestListener {
  const end = (response: Parameters<RequestListener>[1], status: number, text: string, more = {}): void => {
    response.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      Connection: 'close',
      ...more,
    });
    response.end(text);
  };
  return (request, response) => {
    const { url = '/', method, headers } = request;
    request.resume();
    if (method !== 'GET' && method !== 'HEAD') {
      end(response, 405, 'Use https.\n', { Allow: 'GET, HEAD' });
      return;
    }
    if (url.startsWith(challengePath)) {
      challengeAnswer(answer, url.slice(challengePath.length)).then(
        (text) =>
          text === undefined ? end(response, 404, 'No such challenge.\n') : end(response, 200, text),
        () => end(response, 503, 'Try again.\n'),
      );
      return;
    }
    const host = (headers.host ?? '').replace(/:[0-9]*$/, '').toLowerCase();
    // Only to names of our own: a client's word on where it wants to go is not taken for it.
    if (!names.includes(host) || !url.startsWith('/')) {
      end(response, 404, 'Nothing is served here without TLS.\n');
      return;
    }
    const own = publicUrl === undefined ? undefined : URL.parse(publicUrl);
    const target = own?.hostname === host ? own.host : host;
    end(response, 308, 'Use https.\n', { Location: `https://${target}${url}` });
  };
}

/** Listens for authorities and for people without TLS. Throws if the address can't be had. */
export async function serveChallenges(
  listener: RequestListener,
  address: ListenAddress,
): Promise<{ address: ListenAddress; stop(): Promise<void> }> {
  const server = createServer(times, listener);
  server.maxConnections = mostConnections;
  server.maxRequestsPerSocket = 1;
  const bound = await listen(server, address);
  const stop = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    server.closeAllConnections();
    await promise;
  };
  return { address: bound, stop };
}
