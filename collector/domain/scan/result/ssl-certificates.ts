import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import type { TlsEndpoint, TlsResult } from '../tls/tls-result.ts';

type SslCertificates = NonNullable<DomainScanAnswer['ssl_certificates']>;

/** The certificates that a domain's addresses show; null where that was not looked at. */
export function sslCertificates(domain: string, tls: TlsResult | null | undefined): SslCertificates | null {
  if (!tls) return null;
  return tls.endpoints.flatMap((endpoint) => certificateOf(domain, endpoint) ?? []);
}

function certificateOf(domain: string, endpoint: TlsEndpoint): SslCertificates[number] | undefined {
  const [own] = endpoint.chain;
  if (own === undefined) return undefined;
  return {
    domain,
    address: endpoint.address,
    issuer: own.issuer,
    subject: own.subject,
    serial_number: own.serialNumber,
    valid_from: new Date(own.notBefore).toISOString(),
    valid_until: new Date(own.notAfter).toISOString(),
    days_until_expiry: own.daysUntilExpiry,
    is_valid: endpoint.valid,
    is_expired: own.isExpired,
    is_self_signed: own.isSelfSigned,
    dns_names: [...own.dnsNames],
    key_type: own.keyType,
    key_bits: own.keyBits,
    signature_algorithm: own.signatureAlgorithm,
    fingerprint_sha256: own.fingerprint,
    problems: endpoint.problems.map(({ message }) => message),
  };
}
