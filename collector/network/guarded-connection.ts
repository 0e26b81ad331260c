import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, getCACertificates } from 'node:tls';
import type { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { isCertificateError } from '@sonde/scanner/network/is-certificate-error.ts';
import { vettedAddresses } from '@sonde/scanner/network/vetted-addresses.ts';
import { FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { NameResolver } from '@sonde/scanner/ports/name-resolver.ts';
import type { ConnectRequest, TlsRequest } from '@sonde/shared/sinks/outlets.ts';

/** Milliseconds. */
const connectTimeout = 10_000;

/** Connects to a vetted address of a host, with TLS or without. Throws a FetchError. */
export async function guardedConnection(
  { host, port, tls }: ConnectRequest,
  guard: { readonly resolver: NameResolver; readonly policy: AddressPolicy },
  signal: AbortSignal,
): Promise<Socket> {
  const [address] = await vettedAddresses(host, guard, signal);
  const to = { host: address!, port };
  return await settled(
    () => (tls === undefined ? connectTcp(to) : connectTls({ ...tlsOptions(host, tls), ...to })),
    tls === undefined ? 'connect' : 'secureConnect',
    host,
    signal,
  );
}

/** Goes on with TLS on a connection. Throws a FetchError. */
export function securedConnection(
  connection: Duplex,
  host: string,
  tls: TlsRequest,
  signal: AbortSignal,
): Promise<Socket> {
  return settled(
    () => connectTls({ socket: connection, ...tlsOptions(host, tls) }),
    'secureConnect',
    host,
    signal,
  );
}

function tlsOptions(host: string, { serverName, authority, identity }: TlsRequest): ConnectionOptions {
  const name = serverName ?? host;
  return {
    // RFC 6066 section 3: an address is no server name. The certificate is compared to the host then.
    ...(isIP(name) === 0 ? { servername: name } : { host: name }),
    ...(authority === undefined ? {} : { ca: [...getCACertificates('default'), authority] }),
    ...(identity === undefined ? {} : { cert: identity, key: identity }),
  };
}

/** Waits until a connection is ready. */
async function settled(
  open: () => Socket,
  event: 'connect' | 'secureConnect',
  host: string,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = opened(open);
  const ready = Promise.withResolvers<void>();
  const giveUp = AbortSignal.any([signal, AbortSignal.timeout(connectTimeout)]);
  const onAbort = () =>
    ready.reject(new FetchError('timeout', `${host} does not take the connection in time.`));
  giveUp.addEventListener('abort', onAbort, { once: true });
  socket.once(event, () => ready.resolve());
  socket.once('close', () => ready.reject(new FetchError('unreachable', `${host} closes the connection.`)));
  socket.once('error', (error: NodeJS.ErrnoException) =>
    ready.reject(
      new FetchError(isCertificateError(error.code ?? '') ? 'untrusted' : 'unreachable', error.message, {
        cause: error,
      }),
    ),
  );
  try {
    await ready.promise;
    // Others listen from here on; an error that nobody hears would end the process.
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  } finally {
    giveUp.removeEventListener('abort', onAbort);
  }
}

/** A certificate or a key that cannot be read is told at once. */
function opened(open: () => Socket): Socket {
  try {
    return open();
  } catch (error) {
    throw new FetchError('refused', `The certificate or its key cannot be used: ${(error as Error).message}`);
  }
}
