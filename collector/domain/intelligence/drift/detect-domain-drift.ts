import { detectDrift } from '@sonde/scanner/checks/drift/detect-drift.ts';
import type { DriftReport, DriftSnapshot } from '@sonde/scanner/checks/drift/drift.ts';
import { snapshotOfScan } from '@sonde/scanner/checks/drift/snapshot-of-scan.ts';
import { nameCheck } from '@sonde/scanner/checks/names/scan-name.ts';
import type { NameAnswer } from '@sonde/scanner/names/name-answer.ts';
import { nameRecordSets } from '@sonde/scanner/names/name-records.ts';
import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { summarise } from '@sonde/scanner/result/summarise.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainScanHistory, StoredScan } from '../../../ports/scans/domain-scans.ts';

const dayMilliseconds = 86_400_000;
/** Scans that are looked through for two that can be compared. */
const mostScans = 200;

export interface DetectDomainDriftPorts {
  readonly domainScans: Pick<DomainScanHistory, 'parts'>;
  readonly clock: Clock;
}

export interface DomainDrift {
  /** Scans of the time that records were looked at in. */
  readonly scans: number;
  /** Undefined if there are not two of them. */
  readonly report: DriftReport | undefined;
}

/**
 * Compares the latest scan of a domain with the first of the last days, or, without days, with the scan before it.
 * Throws a StoreError.
 */
export async function detectDomainDrift(
  domain: string,
  days: number | undefined,
  { domainScans, clock }: DetectDomainDriftPorts,
): Promise<DomainDrift> {
  const now = clock.now();
  const from = new Date(days === undefined ? 0 : now - days * dayMilliseconds);
  const range = { from, to: new Date(now + dayMilliseconds), limit: mostScans };
  const scans = (await domainScans.parts(domain, range)).filter(({ parts }) => wereLookedAt(parts));
  const latest = scans[0];
  const baseline = days === undefined ? scans[1] : scans.slice(1).at(-1);
  if (latest === undefined || baseline === undefined) return { scans: scans.length, report: undefined };
  const [before, after] = inCommon(baseline, latest).map(snapshot);
  return { scans: scans.length, report: detectDrift(before!, after!) };
}

/** Records of the DNS; or those of a name beside it, if anybody answered. */
function wereLookedAt(parts: ScannedParts): boolean {
  const name = partResult<NameAnswer>(parts, nameCheck);
  return parts.records?.result != null || (name != null && nameRecordSets(name) !== undefined);
}

/** A check that only one of the two made says nothing of a change. */
function inCommon(...scans: readonly [StoredScan, StoredScan]): StoredScan[] {
  const [one, other] = scans;
  const checks = Object.keys(one.parts).filter((check) => other.parts[check] !== undefined);
  return scans.map((scan) => ({
    ...scan,
    parts: Object.fromEntries(checks.map((check) => [check, scan.parts[check]!])),
  }));
}

function snapshot({ id, domain, at, parts }: StoredScan): DriftSnapshot {
  return snapshotOfScan({
    id,
    domain,
    parts,
    startedAt: at,
    summary: summarise(parts),
    milliseconds: 0,
    questions: 0,
    trigger: 'request',
  });
}
