import type { ScannedParts, ScanSummary } from '../../../ports/scans/domain-scan.ts';
import type { DriftSnapshot } from '../../drift/drift.ts';
import type { RecordsResult } from '../records/records-result.ts';
import type { TlsResult } from '../tls/tls-result.ts';
import { partResult } from './part-result.ts';
import { summarise } from './summarise.ts';

/** Facts of a summary that a change of matters, by the names that reports call them. */
const facts: Readonly<Record<string, keyof ScanSummary>> = {
  'dnssec.enabled': 'dnssecEnabled',
  'dnssec.valid': 'dnssecValid',
  'spf.valid': 'spfValid',
  'dkim.valid': 'dkimValid',
  'dmarc.valid': 'dmarcValid',
  'dmarc.policy': 'dmarcPolicy',
  'mta_sts.enabled': 'mtaStsEnabled',
  'smtp.starttls_25': 'smtpStarttls25',
  'smtp.starttls_587': 'smtpStarttls587',
  'ssl.valid': 'sslValid',
};

/** A scan as far as changes of it matter. Its parts may have been looked at at different times; `at` is the last. */
export function driftSnapshot(domain: string, at: Date, parts: ScannedParts): DriftSnapshot {
  const records = partResult<RecordsResult>(parts, 'records');
  const tls = partResult<TlsResult>(parts, 'tls');
  const summary = summarise(parts);
  return {
    domain,
    scannedAt: at.toISOString(),
    // Of a start of authority a change means only that there was one elsewhere.
    recordSets: (records?.recordSets ?? []).filter(({ type }) => type !== 'SOA'),
    certificates: tls ? certificates(tls) : null,
    facts: Object.entries(facts).flatMap(([name, key]) => {
      const value = summary[key];
      return value === undefined ? [] : [{ name, value: value === null ? null : String(value) }];
    }),
    findings: Object.entries(parts).flatMap(([scanner, { findings }]) =>
      findings.map(({ code, status }) => ({ scanner, code, status })),
    ),
  };
}

function certificates(tls: TlsResult): NonNullable<DriftSnapshot['certificates']> {
  const own = tls.endpoints.flatMap(({ chain }) => chain.slice(0, 1));
  const distinct = new Map(own.map((certificate) => [certificate.fingerprint, certificate]));
  return [...distinct.values()].map(({ fingerprint, issuer, notAfter }) => ({
    fingerprint,
    issuer,
    notAfter,
  }));
}
