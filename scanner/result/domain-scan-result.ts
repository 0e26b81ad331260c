import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import type { DkimResult } from '../checks/dkim/dkim-result.ts';
import type { DmarcResult } from '../checks/dmarc/dmarc-result.ts';
import type { MtaStsResult } from '../checks/mta-sts/mta-sts-result.ts';
import { nameCheck } from '../checks/names/scan-name.ts';
import type { RecordsResult } from '../checks/records/records-result.ts';
import type { TlsResult } from '../checks/tls/tls-result.ts';
import type { ScannedParts } from '../ports/domain-scan.ts';
import type { ScanError } from '../ports/finding.ts';
import { detailsOf } from './details-of.ts';
import { partResult } from './part-result.ts';
import { rankFindings } from './rank-findings.ts';
import { snakeKeys } from './snake-keys.ts';
import { sslCertificates } from './ssl-certificates.ts';
import { summarise } from './summarise.ts';

export interface ScanToTell {
  readonly domain: string;
  readonly parts: ScannedParts;
  readonly at: Date;
  /** Null if the parts come out of what was known. */
  readonly milliseconds: number | null;
  /** Questions of the DNS that the scan took. */
  readonly questions?: number | undefined;
  /** The errors to tell beyond the parts' own. */
  readonly errors?: readonly ScanError[];
}

/** Writes a scan as the interface shows it: one level of plain fields, and the answers of each check behind them. */
export function domainScanResult(scan: ScanToTell): DomainScanAnswer {
  const { domain, parts, at, milliseconds } = scan;
  const summary = summarise(parts);
  const records = dnsRecords(parts);
  return {
    domain,
    scan_timestamp: at.toISOString(),
    scan_duration_ms: milliseconds === null ? null : Math.round(milliseconds),
    dns_questions: scan.questions ?? null,
    cached: milliseconds === null,
    dnssec_enabled: summary.dnssecEnabled ?? null,
    dnssec_valid: summary.dnssecValid ?? null,
    dnssec_details: detailsOf(parts, 'dnssec'),
    spf_valid: summary.spfValid ?? null,
    spf_record: summary.spfRecord ?? null,
    spf_details: detailsOf(parts, 'spf'),
    dkim_valid: summary.dkimValid ?? null,
    dkim_selectors: dkimSelectors(parts),
    dkim_details: detailsOf(parts, 'dkim'),
    dmarc_valid: summary.dmarcValid ?? null,
    dmarc_record: partResult<DmarcResult>(parts, 'dmarc')?.record ?? null,
    dmarc_policy: summary.dmarcPolicy ?? null,
    dmarc_details: detailsOf(parts, 'dmarc'),
    mta_sts_enabled: summary.mtaStsEnabled ?? null,
    mta_sts_details: detailsOf(parts, 'mta-sts'),
    mta_sts_policy: partResult<MtaStsResult>(parts, 'mta-sts')?.policy ?? null,
    smtp_starttls_25: summary.smtpStarttls25 ?? null,
    smtp_starttls_587: summary.smtpStarttls587 ?? null,
    smtp_details: detailsOf(parts, 'smtp'),
    ssl_valid: summary.sslValid ?? null,
    ssl_details: detailsOf(parts, 'tls'),
    ssl_certificates: sslCertificates(domain, partResult<TlsResult>(parts, 'tls')),
    registrar_name: summary.registration?.registrar ?? null,
    registration_date: summary.registration?.registeredAt ?? null,
    expiration_date: summary.registration?.expiresAt ?? null,
    whois_details: detailsOf(parts, 'whois'),
    dns_records: records,
    dns_records_by_type: records && byType(records),
    checks: Object.fromEntries(
      Object.entries(parts).map(([check, part]) => [
        check,
        {
          scanned_at: part.at,
          duration_ms: part.milliseconds,
          result: check === nameCheck ? part.result : snakeKeys(part.result),
        },
      ]),
    ),
    findings: rankFindings(parts).map((finding) => ({
      check: finding.check,
      code: finding.code,
      status: finding.status,
      severity: finding.severity ?? null,
      message: finding.message,
      rule: finding.rule,
      advice: finding.advice ?? null,
      evidence: finding.evidence ?? null,
    })),
    errors: [...Object.values(parts).flatMap(({ errors }) => errors), ...(scan.errors ?? [])],
  };
}

/** As the interface has it: an array in a text. */
function dkimSelectors(parts: ScannedParts): string | null {
  const selectors = partResult<DkimResult>(parts, 'dkim')?.selectors ?? null;
  return selectors && JSON.stringify(selectors.map(({ selector }) => selector));
}

function byType(records: NonNullable<DomainScanAnswer['dns_records']>): Record<string, string[]> {
  const groups = Object.entries(Object.groupBy(records, ({ type }) => type));
  return Object.fromEntries(groups.map(([type, group = []]) => [type, group.map(({ value }) => value)]));
}

/** Lists the records one by one; null if they were not looked at. */
export function dnsRecords(parts: ScannedParts): NonNullable<DomainScanAnswer['dns_records']> | null {
  const records = partResult<RecordsResult>(parts, 'records');
  if (!records || (records.exists === null && records.recordSets.every(({ values }) => values === null)))
    return null;
  return records.recordSets.flatMap(({ name, type, ttl, values }) =>
    (values ?? []).map((value) => ({ name, type, value, ttl: ttl ?? 0 })),
  );
}
