import type { ScanPorts } from '../../ports/scanner.ts';
import { ProbeError, type TlsSession } from '../../ports/tls-session.ts';
import { DerError } from '../../protocols/tls/der/der-error.ts';
import { summariseCertificate } from '../../protocols/tls/summarise-certificate.ts';
import { parseCertificate } from '../../protocols/tls/x509/parse-certificate.ts';

export interface SeenCertificate {
  readonly issuer: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly daysUntilExpiry: number;
}

/** Makes a TLS handshake with the server of a URL; null if the URL is not https or nothing answers. */
export async function siteSession(
  url: string,
  address: string | null,
  { tls, signal }: Pick<ScanPorts, 'tls' | 'signal'>,
): Promise<TlsSession | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:' || address === null) return null;
  try {
    return await tls.handshake({
      address,
      port: port === '' ? 443 : Number(port),
      serverName: hostname,
      alpn: ['h2', 'http/1.1'],
      signal,
    });
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    return null;
  }
}

/** Summarises the certificate of a handshake for people; `now` in milliseconds since 1970. */
export function certificateOf(session: TlsSession | null, now: number): SeenCertificate | null {
  const der = session?.chain[0];
  if (der === undefined) return null;
  try {
    const { issuer, notBefore, notAfter, daysUntilExpiry } = summariseCertificate(parseCertificate(der), now);
    return { issuer, notBefore, notAfter, daysUntilExpiry };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return null;
  }
}
