import type { Clock } from '@sonde/shared/system/clock.ts';
import type { PassiveRecord } from '../../../ports/traffic/passive-dns.ts';
import { recordTypeOf } from '../monitoring/query-filter.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import { domainOf, type PassiveDnsPorts } from './query-passive-dns.ts';

const dayMilliseconds = 86_400_000;
/** Records of one name that are considered. */
const mostRecords = 10_000;

/** A timeline event is a record that appears or is seen for the last time. */
export interface TimelineEvent {
  readonly at: Date;
  readonly event: 'first_seen' | 'last_seen';
  readonly type: number;
  readonly data: string;
  readonly count: number;
}

/** Gives the history of a name's records over the last days, oldest first. Throws InvalidInput. */
export async function domainTimeline(
  {
    accountId,
    domain,
    days,
    recordType,
  }: {
    accountId: number;
    domain: string;
    days: number;
    recordType?: string | undefined;
  },
  ports: PassiveDnsPorts & { readonly clock: Clock },
): Promise<{ domain: string; since: Date; records: PassiveRecord[]; events: TimelineEvent[] }> {
  const name = domainOf(domain);
  const since = new Date(ports.clock.now() - days * dayMilliseconds);
  const records = await ports.passiveDns.byName(name, {
    locationIds: await scopedLocationIds(accountId, undefined, ports),
    type: recordTypeOf(recordType, 'record_type'),
    seenSince: since,
    limit: mostRecords,
  });
  return { domain: name, since, records, events: timelineEvents(records, since) };
}

/** The first and the last sight of each record, as far as they fall into the time. */
function timelineEvents(records: readonly PassiveRecord[], since: Date): TimelineEvent[] {
  return records
    .flatMap(({ type, data, count, firstSeenAt, lastSeenAt }) => [
      { at: firstSeenAt, event: 'first_seen' as const, type, data, count },
      { at: lastSeenAt, event: 'last_seen' as const, type, data, count },
    ])
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
