import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { ProbeError, type TlsSession } from '../../ports/scans/tls-session.ts';

/** Certificates of a chain; a server may send many. */
const mostCertificates = 20;

export interface Handshake {
  readonly socket: TLSSocket;
  readonly session: TlsSession;
}

/** Shakes hands over a socket that is open already, whatever the certificate. Rejects with an Error. */
export async function startTls(
  socket: Socket,
  serverName: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Handshake> {
  const began = performance.now();
  const secure = connect({
    socket,
    secureContext,
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: false,
    // Names are judged by whoever reads the session.
    checkServerIdentity: () => undefined,
    requestOCSP: true,
  });
  let ocspResponse: Uint8Array | undefined;
  secure.on('OCSPResponse', (response: Buffer) => {
    ocspResponse = response ?? undefined;
  });
  const done = Promise.withResolvers<void>();
  secure.once('secureConnect', () => done.resolve());
  secure.on('error', (error) => done.reject(error));
  secure.once('close', () => done.reject(new Error('The server closed the connection.')));
  const onAbort = () => done.reject(new ProbeError('timeout', 'The handshake took too long.'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await done.promise;
  } catch (error) {
    secure.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  return { socket: secure, session: sessionOf(secure, ocspResponse, performance.now() - began) };
}

function sessionOf(
  socket: TLSSocket,
  ocspResponse: Uint8Array | undefined,
  milliseconds: number,
): TlsSession {
  // Node says a code, as a string or as an Error's.
  const error: unknown = socket.authorizationError;
  return {
    chain: chainOf(socket),
    version: socket.getProtocol() ?? '',
    cipher: socket.getCipher()?.name ?? '',
    ...(ocspResponse !== undefined && { ocspResponse }),
    trusted: socket.authorized,
    ...(!socket.authorized && {
      trustError: error instanceof Error ? error.message : String(error ?? 'unknown'),
    }),
    milliseconds,
  };
}

/** From the server's own certificate up. */
function chainOf(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  let certificate = socket.getPeerX509Certificate();
  while (certificate !== undefined && chain.length < mostCertificates) {
    chain.push(certificate.raw);
    certificate = certificate.issuerCertificate;
  }
  return chain;
}
