import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import got, { type PlainResponse, type Request, RequestError, TimeoutError } from 'got';
import {
  type Fetch,
  FetchError,
  type Fetched,
  type FetchFailure,
  type FetchOptions,
  type FetchRedirect,
} from '../ports/fetch.ts';
import type { NameResolver } from '../ports/name-resolver.ts';
import type { AddressPolicy } from './address-policy.ts';
import { isCertificateError } from './is-certificate-error.ts';
import { PerHostTurns } from './per-host-turns.ts';
import { vettedAddresses } from './vetted-addresses.ts';

const maxRedirects = 5;
/** Milliseconds. */
const timeouts = { lookup: 8_000, connect: 8_000, secureConnect: 8_000, response: 20_000, request: 120_000 };
/** What the client refuses by itself. */
const refusals = new Set(['ERR_TOO_MANY_REDIRECTS', 'ERR_UNSUPPORTED_PROTOCOL']);
const perHost = 2;
const atOnce = 32;

export interface GuardedFetchParts {
  readonly resolver: NameResolver;
  readonly policy: AddressPolicy;
  readonly userAgent: string;
  /** Certificates of authorities to trust besides the system's, in PEM. */
  readonly extraAuthorities?: readonly string[];
  /** Requests under way to all hosts together; 32 unless said otherwise. */
  readonly atOnce?: number;
}

/**
 * Creates the one way out over HTTP. Each host, of the first URL and of each redirect, is resolved, vetted and
 * connected to at the vetted address; time, bytes, redirects and concurrency per host are bounded; proxies of the
 * environment are not used.
 */
export function createGuardedFetch(parts: GuardedFetchParts): Fetch {
  const turns = new PerHostTurns({ perHost, all: parts.atOnce ?? atOnce });
  // Connections are not kept: a kept one would be used again without being vetted again.
  const agents = {
    http: new HttpAgent({ keepAlive: false }),
    https: new HttpsAgent({ keepAlive: false, ...trustedBeside(parts.extraAuthorities) }),
  };

  return (url, options) => {
    const fetched = Promise.withResolvers<Fetched>();
    const task = async () => {
      const target = vetUrl(url, parts.policy);
      await turns.run(target.host, async () => {
        const redirects: FetchRedirect[] = [];
        const request = open(target, parts, agents, options);
        const onTheWay: { readonly host: string; readonly cookies: readonly string[] }[] = [];
        request.on('redirect', (_updated, { url, statusCode, headers }) => {
          redirects.push({ url, status: statusCode ?? 0 });
          onTheWay.push({ host: new URL(url).host, cookies: headers['set-cookie'] ?? [] });
        });
        // A host's turn lasts until the body is through.
        const over = new Promise((resolve) => request.once('close', resolve));
        const response = await firstResponse(request);
        const { host } = new URL(response.url || url);
        const earlier = onTheWay.flatMap((one) => (one.host === host ? one.cookies : []));
        fetched.resolve({
          status: response.statusCode ?? 0,
          headers: plainHeaders(response),
          body: closing(request, bounded(request, options.maxBytes)),
          trace: {
            url: response.url || url,
            address: response.ip ?? null,
            httpVersion: response.httpVersion,
            redirects,
            setCookies: [...earlier, ...(response.headers['set-cookie'] ?? [])],
          },
        });
        await over;
      });
    };
    task().catch(fetched.reject);
    return fetched.promise;
  };
}

/** Made once: reading all authorities for each connection would cost more than the connection. */
function trustedBeside(extraAuthorities: readonly string[] = []): { secureContext?: SecureContext } {
  if (extraAuthorities.length === 0) return {};
  return {
    secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...extraAuthorities] }),
  };
}

function open(
  url: URL,
  parts: GuardedFetchParts,
  agent: { http: HttpAgent; https: HttpsAgent },
  { headers, signal, post, method, redirects, asSent, milliseconds = timeouts.request }: FetchOptions,
): Request {
  return got.stream(url, {
    ...(post === undefined ? {} : { method: method ?? 'POST', body: post }),
    headers: { 'user-agent': parts.userAgent, ...headers },
    agent,
    dnsLookup: vettingLookup(parts, signal),
    decompress: asSent !== true,
    followRedirect: post === undefined && redirects !== 'refuse',
    maxRedirects,
    retry: { limit: 0 },
    timeout: { ...timeouts, request: milliseconds },
    throwHttpErrors: false,
    signal,
    hooks: {
      beforeRedirect: [(updated) => void vetUrl(String(updated.url), parts.policy)],
    },
  });
}

/** The URL, if it is one to go to. An address within it is vetted here, since no lookup will be made for it. */
function vetUrl(text: string, policy: AddressPolicy): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new FetchError('refused', 'Only http and https URLs are fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('refused', 'URLs with a user or a password in them are not fetched.');
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !policy.permits(literal)) {
    throw new FetchError('refused', `${url.hostname} must not be connected to.`);
  }
  return url;
}

/** Answers the connection's own lookup with vetted addresses. */
function vettingLookup(parts: GuardedFetchParts, signal: AbortSignal): LookupFunction {
  return (host, options, callback) => {
    vettedAddresses(host, parts, signal).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        if (options.all === true) callback(null, entries);
        else callback(null, entries[0]!.address, entries[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

async function firstResponse(request: Request): Promise<PlainResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PlainResponse>();
  request.once('response', resolve);
  request.once('error', (error) => reject(fetchError(error)));
  return await promise;
}

function plainHeaders(response: PlainResponse): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** A generator that is returned from before it began does not get to its `finally`: whoever leaves hangs up all the same. */
function closing(request: Request, chunks: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => chunks.next(),
      return: () => {
        request.destroy();
        return chunks.return(undefined);
      },
    }),
  };
}

async function* bounded(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FetchError('too_large', `The answer has more than ${maxBytes} bytes.`);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof FetchError ? error : fetchError(error);
  } finally {
    request.destroy();
  }
}

function fetchError(error: unknown): unknown {
  if (error instanceof FetchError) return error;
  if (!(error instanceof RequestError)) return error;
  if (error.cause instanceof FetchError) return error.cause;
  if (error instanceof TimeoutError)
    return new FetchError('timeout', 'The answer took too long.', { cause: error });
  return new FetchError(failureOf(error.code), error.message, { cause: error });
}

function failureOf(code: string): FetchFailure {
  if (refusals.has(code)) return 'refused';
  return isCertificateError(code) ? 'untrusted' : 'unreachable';
}
