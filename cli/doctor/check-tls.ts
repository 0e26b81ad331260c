import { connect, type PeerCertificate } from 'node:tls';
import type { Finding } from './finding.ts';

const dayMilliseconds = 86_400_000;
/** Whoever renews by itself has done so by then. */
const daysBeforeEnd = 14;
const connectMilliseconds = 10_000;

/** Checks the certificate of a collector that is asked by TLS: that it ends late enough, and that this machine trusts it. */
export async function checkTls(url: string, now = Date.now()): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return [];
  const host = hostname.replace(/^\[|\]$/g, '');
  const seen = await look(host, Number(port || 443)).catch((error: Error) => error);
  // Whether it can be reached is told by another check.
  if (seen instanceof Error) return [];
  const { certificate, fault } = seen;
  const end = Date.parse(certificate.valid_to);
  const days = Math.floor((end - now) / dayMilliseconds);
  const date = new Date(end).toISOString().slice(0, 10);
  const message = `The certificate of ${host} ${days < 0 ? `expired on ${date}` : `expires on ${date}, in ${days} days`}.`;
  const advice =
    'Renew the certificate in the same file: the collector loads it within a minute. Check why the automatic renewal did not work.';
  if (days < 0) return [{ check: 'certificate', state: 'wrong', message, advice }];
  if (fault !== undefined) {
    const trust = `This machine does not trust the certificate (${fault}). If it is from your own authority, set NODE_EXTRA_CA_CERTS to the authority's file. Serve the whole chain.`;
    return [{ check: 'certificate', state: 'wrong', message, advice: trust }];
  }
  if (days < daysBeforeEnd) return [{ check: 'certificate', state: 'odd', message, advice }];
  return [{ check: 'certificate', state: 'well', message }];
}

function look(
  host: string,
  port: number,
): Promise<{ certificate: PeerCertificate; fault: string | undefined }> {
  return new Promise((resolve, reject) => {
    // Nothing is sent: the certificate is what is looked at.
    const socket = connect({
      host,
      port,
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      rejectUnauthorized: false,
    });
    socket.setTimeout(connectMilliseconds, () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      const fault = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ certificate, fault });
    });
  });
}
