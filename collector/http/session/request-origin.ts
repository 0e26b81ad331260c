import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '../client-address.ts';

/** A request's origin is the address that a client believes to have sent its request to. */
export interface RequestOrigin {
  /** Whether it is known to have come over TLS, to us or to a proxy that is trusted. */
  readonly secure: boolean;
  /** Host and port as in a URL; undefined if the request says none. */
  readonly host: string | undefined;
}

/** Reads the request, and what a trusted proxy tells of the one that it passed on. */
export function requestOrigin({ socket, headers }: IncomingMessage, trusted: TrustedProxies): RequestOrigin {
  const secure = 'encrypted' in socket;
  if (!trusted.trustsPeer(socket.remoteAddress)) return { secure, host: headers.host };
  const protocol = lastOf(headers['x-forwarded-proto']);
  return {
    secure: protocol === undefined ? secure : protocol.toLowerCase() === 'https',
    host: lastOf(headers['x-forwarded-host']) ?? headers.host,
  };
}

/** The proxy nearest to us has written the last. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim();
  return value === '' ? undefined : value;
}
