import type { TrackedDomainEntry } from '../ports/scans/tracked-domains.ts';

const dayMilliseconds = 86_400_000;

export interface DomainView {
  readonly domain: string;
  readonly dnssecEnabled: boolean | null;
  readonly dnssecValid: boolean | null;
  readonly spfValid: boolean | null;
  readonly spfRecord: string | null;
  readonly dmarcValid: boolean | null;
  readonly dmarcPolicy: string | null;
  readonly sslValid: boolean | null;
  readonly sslIssuer: string | null;
  readonly sslExpiry: string | null;
  readonly registrarName: string | null;
  readonly registrationDate: string | null;
  readonly expirationDate: string | null;
  readonly createdAt: string;
}

export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly ttl: number;
}

export interface CertificateView {
  readonly domain: string;
  readonly issuer: string;
  readonly subject: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly serialNumber: string;
  readonly isValid: boolean | null;
  readonly isExpired: boolean;
  readonly daysUntilExpiry: number;
}

export type ExpiringCertificateView = Pick<
  CertificateView,
  'domain' | 'validUntil' | 'daysUntilExpiry' | 'issuer'
>;

export function domainView({ domain, summary, firstScannedAt }: TrackedDomainEntry): DomainView {
  return {
    domain,
    dnssecEnabled: summary.dnssecEnabled ?? null,
    dnssecValid: summary.dnssecValid ?? null,
    spfValid: summary.spfValid ?? null,
    spfRecord: summary.spfRecord ?? null,
    dmarcValid: summary.dmarcValid ?? null,
    dmarcPolicy: summary.dmarcPolicy ?? null,
    sslValid: summary.sslValid ?? null,
    sslIssuer: summary.certificate?.issuer ?? null,
    sslExpiry: summary.certificate == null ? null : timestamp(summary.certificate.validUntil),
    registrarName: summary.registration?.registrar ?? null,
    registrationDate: summary.registration?.registeredAt ?? null,
    expirationDate: summary.registration?.expiresAt ?? null,
    createdAt: firstScannedAt.toISOString(),
  };
}

/** Shows the certificate of a domain; null if no certificate is known. */
export function certificateView(
  { domain, summary }: TrackedDomainEntry,
  now: number,
): CertificateView | null {
  const { certificate } = summary;
  if (certificate == null) return null;
  const end = Date.parse(certificate.validUntil);
  return {
    domain,
    issuer: certificate.issuer,
    subject: certificate.subject,
    validFrom: timestamp(certificate.validFrom),
    validUntil: timestamp(certificate.validUntil),
    serialNumber: certificate.serialNumber,
    isValid: summary.sslValid ?? null,
    isExpired: end <= now,
    daysUntilExpiry: Math.floor((end - now) / dayMilliseconds),
  };
}

export function expiringCertificateView(
  entry: TrackedDomainEntry,
  now: number,
): ExpiringCertificateView | undefined {
  return certificateView(entry, now) ?? undefined;
}

function timestamp(text: string): string {
  return new Date(text).toISOString();
}
