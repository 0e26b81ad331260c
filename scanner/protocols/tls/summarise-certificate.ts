import { addressText } from '@sonde/shared/net/address.ts';
import type { CertificateSummary } from './certificate-summary.ts';
import { describeKey, signatureName } from './verify/check-keys.ts';
import type { Certificate } from './x509/certificate.ts';
import { isSelfIssued } from './x509/certificate.ts';
import { distinguishedNameText } from './x509/distinguished-name.ts';

const mostNames = 100;
const day = 86_400_000;
/** The TLS extension status_request, by its number (RFC 7633). */
const statusRequest = 5;

/** Summarises a certificate. `at`: milliseconds since 1970. */
export function summariseCertificate(certificate: Certificate, at: number): CertificateSummary {
  const { extensions, notAfter, notBefore } = certificate;
  const names = extensions.subjectAltName?.value ?? [];
  const dnsNames = names.flatMap((name) => (name.kind === 'dns' ? name.text : []));
  const addresses = names.flatMap((name) => (name.kind === 'ip' ? octetsText(name.octets) : []));
  const key = describeKey(certificate);
  return {
    subject: distinguishedNameText(certificate.subject),
    issuer: distinguishedNameText(certificate.issuer),
    serialNumber: serialText(certificate.serialNumber),
    notBefore: new Date(notBefore.at).toISOString(),
    notAfter: new Date(notAfter.at).toISOString(),
    daysUntilExpiry: Math.floor((notAfter.at - at) / day),
    isExpired: at > notAfter.at,
    isSelfSigned: isSelfIssued(certificate),
    isAuthority: extensions.basicConstraints?.value?.isAuthority === true,
    dnsNames: dnsNames.slice(0, mostNames),
    addresses: addresses.slice(0, mostNames),
    nameCount: names.length,
    keyType: key.type,
    keyBits: key.bits,
    signatureAlgorithm: signatureName(certificate.signatureAlgorithm),
    fingerprint: certificate.fingerprint,
    timestampCount: extensions.timestamps?.value?.length ?? 0,
    mustStaple: extensions.tlsFeatures?.value?.includes(statusRequest) ?? false,
  };
}

function serialText(octets: Uint8Array): string {
  return Buffer.from(octets[0] === 0 && octets.length > 1 ? octets.subarray(1) : octets)
    .toString('hex')
    .toUpperCase();
}

function octetsText(octets: Uint8Array): string[] {
  if (octets.length === 4) return [octets.join('.')];
  return octets.length === 16 ? [addressText(octets)] : [];
}
