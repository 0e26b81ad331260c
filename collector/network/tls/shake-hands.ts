import { isIP } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { ProbeError, type TlsSession, type TlsTarget } from '../../ports/scans/tls-session.ts';
import { handshakeError } from './handshake-error.ts';

/** Certificates of a chain that are kept; a server may send many. */
const mostCertificates = 100;

/** Connects, shakes hands whatever the certificate, and hangs up. Rejects with a ProbeError. */
export async function shakeHands(
  { address, port, serverName, alpn }: TlsTarget,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TlsSession> {
  if (signal.aborted) throw new ProbeError('timeout', 'There is no time left.');
  const began = performance.now();
  const socket = connect({
    host: address,
    port,
    secureContext,
    // SNI is for names alone (RFC 6066 section 3).
    ...(isIP(serverName) === 0 && { servername: serverName }),
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
    rejectUnauthorized: false,
    // Names are judged by whoever reads the session.
    checkServerIdentity: () => undefined,
    requestOCSP: true,
  });
  const done = Promise.withResolvers<void>();
  let ocspResponse: Uint8Array | undefined;
  socket.on('OCSPResponse', (response: Buffer | null) => {
    ocspResponse = response ?? undefined;
  });
  socket.once('secureConnect', () => done.resolve());
  socket.on('error', (error) => done.reject(handshakeError(error)));
  socket.once('close', () =>
    done.reject(new ProbeError('malformed', 'The server closed the connection within the handshake.')),
  );
  const onAbort = () => done.reject(new ProbeError('timeout', 'The handshake took too long.'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await done.promise;
    return sessionOf(socket, ocspResponse, performance.now() - began);
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
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
    ...(typeof socket.alpnProtocol === 'string' && { alpn: socket.alpnProtocol }),
    milliseconds,
  };
}

/** As sent: this is what Node links by `issuerCertificate`, whoever the issuers are. */
function chainOf(socket: TLSSocket): Uint8Array[] {
  const chain: Uint8Array[] = [];
  let certificate = socket.getPeerX509Certificate();
  while (certificate !== undefined && chain.length < mostCertificates) {
    chain.push(certificate.raw);
    certificate = certificate.issuerCertificate;
  }
  return chain;
}
