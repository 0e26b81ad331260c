import { changedCertificates } from './changed-certificates.ts';
import { changedFacts, changedFindings } from './changed-facts.ts';
import { changedRecords } from './changed-records.ts';
import type { DriftReport, DriftSnapshot } from './drift.ts';

/**
 * Compares two scans of a domain and reports the changes in meaning: never the order of records, TTLs or serial
 * numbers.
 */
export function detectDrift(before: DriftSnapshot, after: DriftSnapshot): DriftReport {
  const changes = [
    ...changedRecords(before.recordSets, after.recordSets),
    ...changedCertificates(before, after),
    ...changedFacts(before.facts, after.facts),
    ...changedFindings(before.findings, after.findings),
  ];
  return {
    domain: after.domain,
    from: before.scannedAt,
    to: after.scannedAt,
    drifted: changes.length > 0,
    changes,
  };
}
