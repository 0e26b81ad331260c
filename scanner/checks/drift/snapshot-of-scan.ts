import type { NameAnswer } from '../../names/name-answer.ts';
import { nameRecordSets } from '../../names/name-records.ts';
import type { DomainScan, ScanSummary } from '../../ports/domain-scan.ts';
import { partResult } from '../../result/part-result.ts';
import { nameCheck } from '../names/scan-name.ts';
import type { RecordsResult } from '../records/records-result.ts';
import type { TlsResult } from '../tls/tls-result.ts';
import type { DriftSnapshot } from './drift.ts';

/** Of the summary, what is worth telling when it changes; texts that stand in records are told of as records. */
const facts = [
  'dnssecEnabled',
  'dnssecValid',
  'spfValid',
  'dkimValid',
  'dmarcValid',
  'dmarcPolicy',
  'mtaStsEnabled',
  'smtpStarttls25',
  'smtpStarttls587',
  'sslValid',
] as const satisfies readonly (keyof ScanSummary)[];

/** Takes the drift snapshot of a scan. */
export function snapshotOfScan({ domain, startedAt, parts, summary }: DomainScan): DriftSnapshot {
  const records = partResult<RecordsResult>(parts, 'records');
  const tls = partResult<TlsResult>(parts, 'tls');
  const name = partResult<NameAnswer>(parts, nameCheck);
  return {
    domain,
    scannedAt: startedAt.toISOString(),
    recordSets: records?.recordSets ?? (name && nameRecordSets(name)) ?? [],
    certificates: tls ? certificatesOf(tls) : null,
    facts: facts.map((name) => ({ name, value: textOf(summary[name]) })),
    findings: Object.entries(parts).flatMap(([scanner, part]) =>
      part.findings.map(({ code, status }) => ({ scanner, code, status })),
    ),
  };
}

/** Null if no server answered: then nothing is known. */
function certificatesOf({ endpoints }: TlsResult): DriftSnapshot['certificates'] {
  const own = (endpoints ?? []).flatMap(({ chain }) => chain[0] ?? []);
  if (own.length === 0) return null;
  const distinct = new Map(own.map((one) => [one.fingerprint, one]));
  return [...distinct.values()].map(({ fingerprint, issuer, notAfter }) => ({
    fingerprint,
    issuer,
    notAfter,
  }));
}

function textOf(value: boolean | string | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
