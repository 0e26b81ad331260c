import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import type { TlsEndpoint, TlsResult } from '../checks/tls/tls-result.ts';

type SslCertificates = NonNullable<DomainScanAnswer['ssl_certificates']>;

/** Lists the certificates that a domain's addresses show; null if that was not looked at. */
export function sslCertificates(domain: string, tls: TlsResult | null | undefined): SslCertificates | null {
  if (!tls) return null;
  return tls.endpoints?.flatMap((endpoint) => certificateOf(domain, endpoint) ?? []) ?? null;
}

function certificateOf(domain: string, endpoint: TlsEndpoint): SslCertificates[number] | undefined {
  const [own] = endpoint.chain;
  if (own === undefined) return undefined;
  const validFrom = new Date(own.notBefore).toISOString();
  const validUntil = new Date(own.notAfter).toISOString();
  return {
    domain,
    address: endpoint.address,
    port: endpoint.port,
    issuer: own.issuer,
    subject: own.subject,
    serial_number: own.serialNumber,
    valid_from: validFrom,
    valid_until: validUntil,
    not_before: validFrom,
    not_after: validUntil,
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
