import type { ScanSummary } from '@sonde/scanner/ports/domain-scan.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';

const answer = z.boolean().nullable();

/** A summary is a scan in a line. */
export const summarySchema = z
  .object({
    dnssec_enabled: answer,
    dnssec_valid: answer,
    spf_valid: answer,
    dkim_valid: answer,
    dmarc_valid: answer,
    dmarc_policy: z.string().nullable(),
    mta_sts_enabled: answer,
    smtp_starttls_25: answer,
    smtp_starttls_587: answer,
    ssl_valid: answer,
    ssl_expiry: timestampSchema.nullable(),
    registrar_name: z.string().nullable(),
    registration_date: timestampSchema.nullable(),
    expiration_date: timestampSchema.nullable(),
  })
  .meta({ id: 'DomainScanSummary' });

export function presentSummary(summary: ScanSummary): z.input<typeof summarySchema> {
  return {
    dnssec_enabled: summary.dnssecEnabled ?? null,
    dnssec_valid: summary.dnssecValid ?? null,
    spf_valid: summary.spfValid ?? null,
    dkim_valid: summary.dkimValid ?? null,
    dmarc_valid: summary.dmarcValid ?? null,
    dmarc_policy: summary.dmarcPolicy ?? null,
    mta_sts_enabled: summary.mtaStsEnabled ?? null,
    smtp_starttls_25: summary.smtpStarttls25 ?? null,
    smtp_starttls_587: summary.smtpStarttls587 ?? null,
    ssl_valid: summary.sslValid ?? null,
    ssl_expiry: summary.certificate == null ? null : new Date(summary.certificate.validUntil).toISOString(),
    registrar_name: summary.registration?.registrar ?? null,
    registration_date: summary.registration?.registeredAt ?? null,
    expiration_date: summary.registration?.expiresAt ?? null,
  };
}
