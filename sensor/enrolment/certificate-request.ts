import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { pemOf } from '@sonde/shared/x509/der-writer.ts';
import { certificationRequest } from '@sonde/shared/x509/issue-certificate.ts';
import { z } from 'zod';

/** A granted certificate is what a collector answers to a request. */
export const grantedSchema = z.object({
  certificate: z.string().max(32_768),
  ends_at: z.string(),
  lifetime_seconds: z.number().positive(),
});

/** A client certificate is one that a sensor shows to its collectors, with its key, in PEM. */
export const clientCertificateSchema = z.object({
  certificate: z.string(),
  key: z.string(),
  ends_at: z.string(),
  /** By this machine's clock. */
  renew_at: z.string(),
});
export type ClientCertificate = z.infer<typeof clientCertificateSchema>;

/** Makes a key that never leaves this machine, and the request for its certificate (PKCS #10), both in PEM. */
export function requestCertificate(senderId: string): { key: string; request: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const request = certificationRequest({ privateKey, publicKey, subject: senderId, extensions: [] });
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    request: pemOf('CERTIFICATE REQUEST', request),
  };
}

/** Puts a certificate together with its key; undefined if it is of another. It is renewed after two thirds of its time. */
export function keptCertificate(
  { certificate, ends_at, lifetime_seconds: lifetime }: z.infer<typeof grantedSchema>,
  key: string,
  now: number,
): ClientCertificate | undefined {
  try {
    if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return undefined;
  } catch {
    return undefined;
  }
  const renewAt = new Date(now + (lifetime * 1_000 * 2) / 3);
  return { certificate, key, ends_at, renew_at: renewAt.toISOString() };
}
