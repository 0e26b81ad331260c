import { changedRecords } from '@sonde/scanner/checks/drift/changed-records.ts';
import type { DriftRecordSet } from '@sonde/scanner/checks/drift/drift.ts';
import { nameCheck } from '@sonde/scanner/checks/names/scan-name.ts';
import type { RecordsResult } from '@sonde/scanner/checks/records/records-result.ts';
import type { NameAnswer } from '@sonde/scanner/names/name-answer.ts';
import { nameRecordSets } from '@sonde/scanner/names/name-records.ts';
import type { DomainScan, ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import { summarise } from '@sonde/scanner/result/summarise.ts';
import type { DomainEventStore, NewDomainEvent } from '../../../ports/scans/domain-events.ts';
import type { DomainWatchStore } from '../../../ports/scans/domain-watches.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import { watchedQuestions } from '../watch/look-at-domain.ts';
import { publishChanges } from '../watch/publish-changes.ts';
import { weighChange } from '../watch/weigh-change.ts';

export interface AnnounceChangesPorts {
  readonly domainWatches: Pick<DomainWatchStore, 'hasten'>;
  readonly domainEvents: Pick<DomainEventStore, 'record'>;
  readonly publisher: EventPublisher;
}

const watchedTypes = new Set(watchedQuestions.map(({ key }) => key));

/**
 * Tells of the record types whose records mean something else than in the scan before, and of another registrar. What is watched
 * is looked at again at once instead, and told when a second server says the same. Throws a StoreError.
 */
export async function announceChanges(
  scan: DomainScan,
  before: ScannedParts,
  { domainWatches, domainEvents, publisher }: AnnounceChangesPorts,
): Promise<void> {
  const { domain } = scan;
  const at = new Date(scan.startedAt.getTime() + Math.round(scan.milliseconds));
  const changes = [...changesOfRecords(scan, before, at), ...changeOfRegistrar(scan, before, at)];
  const isWatched =
    changes.some(({ subject }) => watchedTypes.has(subject)) && (await domainWatches.hasten(domain));
  const told = changes.filter(({ subject }) => !isWatched || !watchedTypes.has(subject));
  await domainEvents.record(told);
  publishChanges(told, publisher);
}

function changesOfRecords({ domain, parts }: DomainScan, before: ScannedParts, at: Date): NewDomainEvent[] {
  const [old, now] = [before, parts].map((one) => ownSets(domain, one));
  if (old === undefined || now === undefined) return [];
  return changedRecords(old, now).map((change) => ({
    domain,
    at,
    kind: 'dns_change',
    severity: change.severity,
    subject: change.recordType ?? '',
    oldValue: change.oldValue,
    newValue: change.newValue,
    message: change.message,
  }));
}

function changeOfRegistrar(
  { domain, summary }: DomainScan,
  before: ScannedParts,
  at: Date,
): NewDomainEvent[] {
  const oldValue = summarise(before).registration?.registrar ?? null;
  const newValue = summary.registration?.registrar ?? null;
  if (oldValue === null || newValue === null || oldValue.toLowerCase() === newValue.toLowerCase()) return [];
  const { severity, meaning } = weighChange('registrar', [oldValue], [newValue]);
  const message = `The registrar of ${domain} changed: ${meaning}.`;
  return [
    { domain, at, kind: 'registration_change', severity, subject: 'registrar', oldValue, newValue, message },
  ];
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
