import { z } from 'zod';
import { severitySchema } from './severity.ts';
import { timestampSchema } from './timestamp.ts';

const answer = z.boolean().nullable();
const text = z.string().nullable();

export const scanFindingSchema = z
  .object({
    check: z.string().describe('The check that produced the finding, for example `spf`.'),
    code: z.string(),
    status: z.enum(['pass', 'info', 'warning', 'fail', 'unknown']),
    severity: severitySchema.nullable(),
    message: z.string(),
    rule: z.string().describe('The RFC and section, or the registry, that the finding refers to.'),
    advice: text,
    evidence: text,
  })
  .meta({ id: 'ScanFinding' });

export const scanErrorSchema = z
  .object({
    source: z.string().describe('The check or source that could not be queried.'),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'ScanError' });

export const certificateSchema = z
  .object({
    domain: z.string(),
    address: text,
    issuer: z.string(),
    subject: z.string(),
    serial_number: z.string(),
    port: z.int().describe('The port on which the certificate was served.'),
    valid_from: timestampSchema,
    valid_until: timestampSchema,
    not_before: timestampSchema.describe('Same as `valid_from`.'),
    not_after: timestampSchema.describe('Same as `valid_until`.'),
    days_until_expiry: z.int(),
    is_valid: z.boolean().describe('Whether the certificate chain is valid for the domain.'),
    is_expired: z.boolean(),
    is_self_signed: z.boolean(),
    dns_names: z.array(z.string()),
    key_type: z.string(),
    key_bits: z.int().nullable(),
    signature_algorithm: z.string(),
    fingerprint_sha256: z.string(),
    problems: z.array(z.string()),
  })
  .meta({ id: 'SslCertificate' });

export const dnsRecordSchema = z
  .object({ name: z.string(), type: z.string(), value: z.string(), ttl: z.int().describe('TTL in seconds.') })
  .meta({ id: 'DnsRecord' });

/**
 * A domain scan is the answer of a scan of a domain. Fields of checks that the scan did not make are null, and so are
 * those that could not be told: `checks` says which were made.
 */
export const domainScanSchema = z
  .object({
    domain: z.string(),
    scan_timestamp: timestampSchema.describe('When the last check ended.'),
    scan_duration_ms: z.int().nullable().describe('Null if the answer comes from the cache.'),
    dns_questions: z
      .int()
      .nullable()
      .describe('Number of DNS queries sent over the network; null if the answer comes from the cache.'),
    cached: z.boolean().describe('Whether the answer comes from the cache of earlier checks.'),
    dnssec_enabled: answer,
    dnssec_valid: answer,
    dnssec_details: text,
    spf_valid: answer,
    spf_record: text,
    spf_details: text,
    dkim_valid: answer,
    dkim_selectors: text.describe('A JSON-encoded array of selector names.'),
    dkim_details: text,
    dmarc_valid: answer,
    dmarc_record: text,
    dmarc_policy: text,
    dmarc_details: text,
    mta_sts_enabled: answer,
    mta_sts_details: text,
    mta_sts_policy: text.describe('Text of the policy, with line breaks.'),
    smtp_starttls_25: answer,
    smtp_starttls_587: answer,
    smtp_details: text,
    ssl_valid: answer,
    ssl_details: text,
    ssl_certificates: z.array(certificateSchema).nullable(),
    registrar_name: text,
    registration_date: timestampSchema.nullable(),
    expiration_date: timestampSchema.nullable(),
    whois_details: text,
    dns_records: z.array(dnsRecordSchema).nullable(),
    dns_records_by_type: z
      .record(z.string(), z.array(z.string()))
      .nullable()
      .describe('The values of `dns_records`, grouped by type.'),
    checks: z
      .record(
        z.string(),
        z.object({
          scanned_at: timestampSchema,
          duration_ms: z.int(),
          result: z.unknown().describe('Result of the check; null if the check did not finish.'),
        }),
      )
      .describe('Complete result of each check, by the id of the check.'),
    findings: z.array(scanFindingSchema).describe('Findings, the most important to fix first.'),
    errors: z.array(scanErrorSchema),
  })
  .meta({ id: 'DomainScan' });

export type DomainScanAnswer = z.input<typeof domainScanSchema>;
