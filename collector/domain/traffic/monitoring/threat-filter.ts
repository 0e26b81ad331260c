import { isIP } from 'node:net';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { ThreatFilter } from '../../../ports/threats/threats.ts';
import { choiceOf } from './query-filter.ts';
import { requireLocation } from './require-location.ts';
import type { TimeQuestion } from './time-question.ts';
import { timeRange } from './time-range.ts';

export interface AskedThreats
  extends TimeQuestion,
    Pick<ThreatFilter, 'status' | 'severity' | 'subject' | 'source'> {
  /** A list, as filters of queries have them. */
  readonly type?: string | undefined;
  readonly client?: string | undefined;
  /** An empty text asks for threats that nobody takes care of. */
  readonly owner?: string | undefined;
  /** The range is about this time of a threat. */
  readonly by: 'first_seen' | 'last_seen';
}

export interface ThreatFilterPorts {
  readonly locations: Pick<LocationStore, 'find'>;
  readonly clock: Clock;
}

/** Makes the filter of threats; of all times if none is asked for. Throws InvalidInput and NotFound. */
export async function threatFilter(asked: AskedThreats, ports: ThreatFilterPorts): Promise<ThreatFilter> {
  const { accountId, locationId, client, owner } = asked;
  if (client !== undefined && (isIP(client) === 0 || client.includes('%'))) {
    throw new InvalidInput('client', 'A client is an IPv4 or IPv6 address.');
  }
  const isTimed = [asked.from, asked.to, asked.period].some((part) => part !== undefined);
  const range = isTimed ? timeRange(asked, new Date(ports.clock.now())) : undefined;
  if (locationId !== undefined) await requireLocation(accountId, locationId, ports);
  return {
    locationId,
    status: asked.status,
    severity: asked.severity,
    types: choiceOf(asked.type, 'type', (text) => text),
    clientAddress: client,
    subject: asked.subject,
    source: asked.source,
    owner: owner === '' ? null : owner,
    ...(asked.by === 'first_seen' ? { firstSeen: range } : { lastSeen: range }),
  };
}
