import type { DomainScan, ScannedParts } from '../../ports/scans/domain-scan.ts';
import type { EventPublisher } from '../../ports/system/events.ts';
import { changedRecords } from '../drift/changed-records.ts';
import type { RecordSet, RecordsResult } from './records/records-result.ts';
import { partResult } from './result/part-result.ts';

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
