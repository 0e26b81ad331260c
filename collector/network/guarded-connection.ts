import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates } from 'node:tls';
import type { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { isCertificateError } from '@sonde/scanner/network/is-certificate-error.ts';
import { vettedAddresses } from '@sonde/scanner/network/vetted-addresses.ts';
import { FetchError } from '@sonde/scanner/ports/fetch.ts';
import type { NameResolver } from '@sonde/scanner/ports/name-resolver.ts';
import type { ConnectRequest } from '../ports/sinks/outlets.ts';

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
  const socket =
    tls === undefined
      ? connectTcp(to)
      : connectTls({
          ...to,
          servername: tls.serverName ?? host,
          ...(tls.authority === undefined ? {} : { ca: [...getCACertificates('default'), tls.authority] }),
        });
  const ready = Promise.withResolvers<void>();
  const giveUp = AbortSignal.any([signal, AbortSignal.timeout(connectTimeout)]);
  const onAbort = () =>
    ready.reject(new FetchError('timeout', `${host} does not take the connection in time.`));
  giveUp.addEventListener('abort', onAbort, { once: true });
  socket.once(tls === undefined ? 'connect' : 'secureConnect', () => ready.resolve());
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
    return socket;
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  } finally {
    giveUp.removeEventListener('abort', onAbort);
  }
}
