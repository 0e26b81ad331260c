import { createHash, verify } from 'node:crypto';
import type { CertificateLog } from '../../transparency/followed-logs.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { SignedTimestamp } from '../x509/signed-timestamps.ts';
import { precertificatePart } from './precertificate.ts';

/** TLS's numbers (RFC 5246 section 7.4.1.4.1): all logs sign by SHA-256 (RFC 6962 section 2.1.4). */
const sha256 = 4;
const kinds: Readonly<Record<number, string>> = { 1: 'rsa', 3: 'ec' };
const precertificateEntry = 1;

/** Checks whether the log did put its promise on this certificate, which this issuer signed (RFC 6962 section 3.2). */
export function verifyTimestamp(
  timestamp: SignedTimestamp,
  certificate: Pick<Certificate, 'der'>,
  issuer: Pick<Certificate, 'publicKeyInfo'>,
  log: CertificateLog,
): boolean {
  const { signature } = timestamp;
  if (signature === undefined || timestamp.version !== 1 || signature.hash !== sha256) return false;
  if (kinds[signature.algorithm] !== log.key.asymmetricKeyType) return false;
  const part = precertificatePart(certificate.der);
  const head = Buffer.alloc(12);
  // Version 1 is written as 0, and so is the kind of signature.
  head.writeBigUInt64BE(BigInt(timestamp.timestamp), 2);
  head.writeUInt16BE(precertificateEntry, 10);
  const signed = Buffer.concat([
    head,
    createHash('sha256').update(issuer.publicKeyInfo).digest(),
    lengthOf(part, 3),
    part,
    lengthOf(timestamp.extensions, 2),
    timestamp.extensions,
  ]);
  return verify('sha256', signed, log.key, signature.octets);
}

function lengthOf(octets: Uint8Array, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(octets.length, 0, bytes);
  return length;
}
