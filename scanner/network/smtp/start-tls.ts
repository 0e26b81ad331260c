import type { Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { TlsSession } from '../../ports/tls-session.ts';
import { awaitSession, lookingOptions } from '../tls/await-session.ts';

/**
 * Makes a TLS handshake over a connection that is open already, whatever the certificate. Rejects with a ProbeError.
 */
export async function startTls(
  socket: Socket,
  serverName: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<{ readonly socket: TLSSocket; readonly session: TlsSession }> {
  const secure = connect({ ...lookingOptions(serverName, secureContext), socket });
  return { socket: secure, session: await awaitSession(secure, signal) };
}
