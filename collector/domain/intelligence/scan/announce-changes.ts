import { changedRecords } from '@sonde/scanner/checks/drift/changed-records.ts';
import type { RecordSet, RecordsResult } from '@sonde/scanner/checks/records/records-result.ts';
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

/** What stands at the domain itself: what an alias leads to belongs to somebody else, and the alias is told of. */
function ownSets(domain: string, parts: ScannedParts): RecordSet[] | undefined {
  return partResult<RecordsResult>(parts, 'records')?.recordSets.filter(({ name }) => name === domain);
}
