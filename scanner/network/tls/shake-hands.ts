import { connect, type SecureContext } from 'node:tls';
import { ProbeError, type TlsSession, type TlsTarget } from '../../ports/tls-session.ts';
import { awaitSession, lookingOptions } from './await-session.ts';

/** Connects, shakes hands whatever the certificate, and hangs up. Rejects with a ProbeError. */
export async function shakeHands(
  { address, port, serverName, alpn }: TlsTarget,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TlsSession> {
  if (signal.aborted) throw new ProbeError('timeout', 'There is no time left.');
  const socket = connect({
    ...lookingOptions(serverName, secureContext),
    host: address,
    port,
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
  });
  try {
    return await awaitSession(socket, signal);
  } finally {
    socket.destroy();
  }
}
