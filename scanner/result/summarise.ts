import type { DkimResult } from '../checks/dkim/dkim-result.ts';
import type { DmarcResult } from '../checks/dmarc/dmarc-result.ts';
import type { DnssecResult } from '../checks/dnssec/dnssec-result.ts';
import type { MtaStsResult } from '../checks/mta-sts/mta-sts-result.ts';
import type { SmtpResult } from '../checks/smtp/smtp-result.ts';
import type { SpfResult } from '../checks/spf/spf-result.ts';
import type { TlsResult } from '../checks/tls/tls-result.ts';
import type { WhoisResult } from '../checks/whois/whois-result.ts';
import type {
  CertificateFacts,
  RegistrationSummary,
  ScannedParts,
  ScanSummary,
} from '../ports/domain-scan.ts';
import { partResult } from './part-result.ts';

/** Summarises a scan for lists and counts. A check that came to no end has nulls: it looked, and could not tell. */
export function summarise(parts: ScannedParts): ScanSummary {
  return {
    ...of<DnssecResult>(parts, 'dnssec', (dnssec) => ({
      dnssecEnabled: dnssec?.enabled ?? null,
      dnssecValid: dnssec?.valid ?? null,
    })),
    ...of<SpfResult>(parts, 'spf', (spf) => ({
      spfValid: spf?.valid ?? null,
      spfRecord: spf?.record ?? null,
    })),
    ...of<DkimResult>(parts, 'dkim', (dkim) => ({ dkimValid: dkim?.valid ?? null })),
    ...of<DmarcResult>(parts, 'dmarc', (dmarc) => ({
      dmarcValid: dmarc?.valid ?? null,
      dmarcPolicy: dmarc?.policy ?? null,
    })),
    ...of<MtaStsResult>(parts, 'mta-sts', (policy) => ({ mtaStsEnabled: policy?.enabled ?? null })),
    ...of<SmtpResult>(parts, 'smtp', (smtp) => ({
      smtpStarttls25: smtp?.starttls25 ?? null,
      smtpStarttls587: smtp?.starttls587 ?? null,
    })),
    ...of<TlsResult>(parts, 'tls', (tls) => ({
      sslValid: tls?.valid ?? null,
      certificate: certificateFacts(tls),
    })),
    ...of<WhoisResult>(parts, 'whois', (whois) => ({ registration: registrationSummary(whois) })),
  };
}

function of<Result>(
  parts: ScannedParts,
  check: string,
  summary: (result: Result | null) => ScanSummary,
): ScanSummary {
  const result = partResult<Result>(parts, check);
  return result === undefined ? {} : summary(result);
}

function registrationSummary(whois: WhoisResult | null): RegistrationSummary | null {
  const registration = whois?.registration ?? null;
  if (registration === null) return null;
  const { registrar, registeredAt, expiresAt } = registration;
  return { registrar: registrar?.name ?? null, registeredAt, expiresAt };
}

function certificateFacts(tls: TlsResult | null): CertificateFacts | null {
  const certificate = tls?.certificate ?? null;
  if (certificate === null) return null;
  return {
    issuer: certificate.issuer,
    subject: certificate.subject,
    serialNumber: certificate.serialNumber,
    validFrom: certificate.notBefore,
    validUntil: certificate.notAfter,
    fingerprint: certificate.fingerprint,
  };
}
