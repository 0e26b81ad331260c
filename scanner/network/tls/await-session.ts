import { isIP } from 'node:net';
import type { ConnectionOptions, SecureContext, TLSSocket } from 'node:tls';
import { ProbeError, type TlsSession } from '../../ports/tls-session.ts';
import { handshakeError } from './handshake-error.ts';

/** Certificates of a chain that are kept; a server may send many. */
const mostCertificates = 100;

/** Returns the options of a connection that takes any certificate: the reader of the session judges names and trust. */
export function lookingOptions(serverName: string, secureContext: SecureContext): ConnectionOptions {
  return {
    secureContext,
    // SNI is for names alone (RFC 6066 section 3).
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    requestOCSP: true,
  };
}

/** Waits for the end of a handshake and tells what it showed; the socket stays open. Rejects with a ProbeError. */
export async function awaitSession(socket: TLSSocket, signal: AbortSignal): Promise<TlsSession> {
  const began = performance.now();
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
  if (signal.aborted) onAbort();
  try {
    await done.promise;
    return sessionOf(socket, ocspResponse, performance.now() - began);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
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
