import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Makes a key and a certificate for localhost that it signs itself, in PEM files of a directory. */
export async function makeCertificate(
  directory: string,
  name: string,
): Promise<{ certificate: string; key: string }> {
  const certificate = join(directory, `${name}.crt`);
  const key = join(directory, `${name}.key`);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ]);
  return { certificate, key };
}
