import { changedRecords } from '@sonde/scanner/checks/drift/changed-records.ts';
import type { DriftRecordSet } from '@sonde/scanner/checks/drift/drift.ts';
import { nameCheck } from '@sonde/scanner/checks/names/scan-name.ts';
import type { RecordsResult } from '@sonde/scanner/checks/records/records-result.ts';
import type { NameAnswer } from '@sonde/scanner/names/name-answer.ts';
import { nameRecordSets } from '@sonde/scanner/names/name-records.ts';
import type { DomainScan, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';

/** Tells of the record types whose records mean something else than in the scan before. */
export function announceChanges(
  scan: DomainScan,
  before: ScannedParts,
  { publisher }: { readonly publisher: EventPublisher },
): void {
  const { domain } = scan;
  const [old, now] = [before, scan.parts].map((parts) => ownSets(domain, parts));
  if (old === undefined || now === undefined) return;
  const timestamp = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds)).toISOString();
  for (const { recordType, oldValue, newValue } of changedRecords(old, now)) {
    publisher.publish({
      name: 'dns_change',
      payload: {
        domain,
        record_type: recordType ?? '',
        old_value: oldValue,
        new_value: newValue,
        timestamp,
      },
      accountId: null,
    });
  }
}

/**
 * Gives the record sets of the domain itself, or of a name beside the DNS: the target of an alias belongs to somebody
 * else, and the alias is told of.
 */
function ownSets(domain: string, parts: ScannedParts): readonly DriftRecordSet[] | undefined {
  const name = partResult<NameAnswer>(parts, nameCheck);
  if (name) return nameRecordSets(name);
  return partResult<RecordsResult>(parts, 'records')?.recordSets.filter(({ name }) => name === domain);
}
