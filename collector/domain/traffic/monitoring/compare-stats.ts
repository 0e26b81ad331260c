import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { Threat, ThreatStore } from '../../../ports/threats/threats.ts';
import type { DomainSighting, DomainSightings } from '../../../ports/traffic/domain-sightings.ts';
import type { Mover, MoverKind, TrafficMovers } from '../../../ports/traffic/movers.ts';
import type { NamedCount, TrafficScope, TrafficTotals } from '../../../ports/traffic/traffic.ts';
import type { TrafficStore } from '../../../ports/traffic/traffic-store.ts';
import type { TimeQuestion, TimeQuestionPorts } from './time-question.ts';
import { trafficScope } from './time-question.ts';
import type { TimeRange } from './time-range.ts';

const minute = 60_000;
const day = 1_440 * minute;
/** One comparison may reach back over this time at most, in all. */
const longest = 62 * day;
/** An agent that was not heard of for so long is silent: several times as long as it waits between two batches. */
const silence = 15 * minute;

export interface CompareStatsPorts extends TimeQuestionPorts {
  readonly traffic: Pick<TrafficStore, 'overview'>;
  readonly movers: TrafficMovers;
  readonly domainSightings: Pick<DomainSightings, 'newDomains'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
}

export interface ComparisonQuestion extends TimeQuestion {
  /** The distance to the start of the period that it is compared with; the period's own length if undefined. */
  readonly back?: 'day' | 'week' | undefined;
  /** Items of each list. */
  readonly top: number;
}

export interface ComparedPeriod {
  readonly range: TimeRange;
  readonly totals: TrafficTotals;
  readonly responseCodes: readonly NamedCount<number>[];
}

export interface Comparison {
  readonly after: ComparedPeriod;
  readonly before: ComparedPeriod;
  readonly movers: Readonly<Record<MoverKind, readonly Mover[]>>;
  readonly newDomains: readonly DomainSighting[];
  readonly newThreats: { readonly count: number; readonly threats: readonly Threat[] };
  /** Heard of in either period, and not lately. */
  readonly silentAgents: readonly Agent[];
}

/** Compares a period with the one before it, to the minute. Throws InvalidInput and NotFound. */
export async function compareStats(
  question: ComparisonQuestion,
  ports: CompareStatsPorts,
): Promise<Comparison> {
  const { accountId, locationId, top, back } = question;
  const now = ports.clock.now();
  const asked = await trafficScope(question, ports);
  const after = shifted(asked, 0);
  const length = after.to.getTime() - after.from.getTime();
  if (length < minute) throw new InvalidInput('period', 'A comparison is of whole minutes.');
  const distance = back === undefined ? length : back === 'day' ? day : 7 * day;
  if (length + distance > longest) {
    throw new InvalidInput('period', 'A comparison reaches back over 62 days at most.');
  }
  const before = shifted(asked, distance);
  const moversOf = (kind: MoverKind) => ports.movers.movers(after, before, kind, top);
  // One after the other where each asks for much: a page has other questions under way.
  const [late, early] = [await periodOf(after, ports), await periodOf(before, ports)];
  const [name, client] = await Promise.all([moversOf('name'), moversOf('client')]);
  const [domain, failing] = await Promise.all([moversOf('domain'), moversOf('failing_name')]);
  const [newDomains, newThreats, agents] = await Promise.all([
    ports.domainSightings.newDomains(after, top),
    ports.threats.list(
      accountId,
      { locationId, firstSeen: { from: after.from, to: after.to } },
      { limit: top, offset: 0 },
    ),
    ports.agents.list(asked.locationIds),
  ]);
  return {
    after: late,
    before: early,
    movers: { name, domain, client, failing_name: failing },
    newDomains,
    newThreats,
    silentAgents: agents.filter(
      ({ lastSeenAt }) => lastSeenAt >= before.from && lastSeenAt.getTime() < now - silence,
    ),
  };
}

async function periodOf(scope: TrafficScope, ports: CompareStatsPorts): Promise<ComparedPeriod> {
  const { from, to } = scope;
  const bucketSeconds = Math.max(3_600, Math.ceil((to.getTime() - from.getTime()) / 1_000 / 300));
  const whole = Math.ceil(bucketSeconds / 3_600) * 3_600;
  const { totals, responseCodes } = await ports.traffic.overview(scope, {
    bucketSeconds: whole,
    latencyBucketSeconds: whole,
    top: 1,
  });
  return { range: { from, to }, totals, responseCodes };
}

/** The same so long before, at whole minutes: those are counted already. */
function shifted({ locationIds, from, to }: TrafficScope, distance: number): TrafficScope {
  const at = (time: Date): Date => new Date(Math.floor(time.getTime() / minute) * minute - distance);
  return { locationIds, from: at(from), to: at(to) };
}
