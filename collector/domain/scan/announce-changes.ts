import type { DomainScan, ScannedParts } from '../../ports/scans/domain-scan.ts';
import type { EventPublisher } from '../../ports/system/events.ts';
import type { RecordSet, RecordsResult } from './records/records-result.ts';
import { partResult } from './result/part-result.ts';

/** Characters of a value in an event. */
const longestValue = 4_000;

/**
 * Tells of the record types whose records are others than in the scan before: their order and their times to live mean
 * nothing, and what could not be asked for is no change. Of a start of authority the serial number changes all the time.
 */
export function announceChanges(
  scan: DomainScan,
  before: ScannedParts,
  { publisher }: { readonly publisher: EventPublisher },
): void {
  const [old, now] = [before, scan.parts].map((parts) => partResult<RecordsResult>(parts, 'records'));
  if (!old || !now) return;
  const { domain } = scan;
  const timestamp = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds)).toISOString();
  for (const { type, oldValue, newValue } of changedSets(domain, old, now)) {
    publisher.publish({
      name: 'dns_change',
      payload: { domain, record_type: type, old_value: oldValue, new_value: newValue, timestamp },
      accountId: null,
    });
  }
}

interface ChangedSet {
  readonly type: string;
  /** Null where there were none. */
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** Types at the domain itself: what an alias leads to belongs to somebody else, and is told of as a change of the alias. */
function changedSets(domain: string, old: RecordsResult, now: RecordsResult): ChangedSet[] {
  const [before, after] = [old, now].map(
    ({ recordSets }) =>
      new Map(recordSets.filter(({ name }) => name === domain).map((set) => [set.type, set])),
  );
  const types = new Set([...before!.keys(), ...after!.keys()].filter((type) => type !== 'SOA'));
  return [...types].flatMap((type) => {
    const sets = [before!.get(type), after!.get(type)];
    if (sets.some((set) => set?.values === null)) return [];
    const [oldValue = null, newValue = null] = sets.map(textOf);
    return oldValue === newValue ? [] : [{ type, oldValue, newValue }];
  });
}

/** A set as one text, the same for the same records in any order. */
function textOf(set: RecordSet | undefined): string | null {
  if (!set?.values?.length) return null;
  return set.values.toSorted().join('\n').slice(0, longestValue);
}
