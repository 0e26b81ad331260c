import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { Location } from '../../../ports/ingest/locations.ts';
import type { ThreatStore } from '../../../ports/threats/threats.ts';
import type { NamedCount } from '../../../ports/traffic/traffic.ts';
import type { CodeFailures } from '../../../ports/traffic/traffic-failures.ts';
import type { OverviewShape, TrafficOverview } from '../../../ports/traffic/traffic-overview.ts';
import type { TrafficStore } from '../../../ports/traffic/traffic-store.ts';
import { type AskedConditions, queryConditions } from './query-filter.ts';
import { scopedLocations } from './scoped-locations.ts';
import { alignedRange, bucketSeconds, latencyBucketSeconds, openEnded } from './stats-range.ts';
import type { TimeQuestion, TimeQuestionPorts } from './time-question.ts';
import { type TimeRange, timeRange } from './time-range.ts';

export interface TrafficStatsPorts extends TimeQuestionPorts {
  readonly agents: Pick<AgentStore, 'list'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly traffic: Pick<TrafficStore, 'overview' | 'topDomains' | 'topFailures'>;
}

export interface TrafficQuestion extends TimeQuestion, AskedConditions {
  /** Names, clients and domains in the lists of the most frequent. */
  readonly top: number;
  /** Whether registrable domains are counted as well. */
  readonly domains: boolean;
  /** Whether names and domains that fail are counted as well. */
  readonly failures: boolean;
}

export interface TrafficStats extends Omit<TrafficOverview, 'locations' | 'agents'> {
  readonly range: TimeRange;
  readonly shape: OverviewShape;
  readonly openThreats: number;
  /** Undefined if they were not asked for. */
  readonly topDomains: readonly NamedCount<string>[] | undefined;
  readonly topFailures: readonly CodeFailures[] | undefined;
  /** Every location and agent in scope, the silent ones with zero. */
  readonly locations: readonly { readonly location: Location; readonly count: number }[];
  readonly agents: readonly { readonly agent: Agent; readonly count: number }[];
}

/** Gathers the traffic statistics of a location, or of all of an account's. Throws NotFound and InvalidInput. */
export async function trafficStats(
  question: TrafficQuestion,
  ports: TrafficStatsPorts,
): Promise<TrafficStats> {
  const { accountId, locationId, top } = question;
  const now = new Date(ports.clock.now());
  const range = alignedRange(question, timeRange(question, now));
  const bucket = bucketSeconds(range);
  const shape = { bucketSeconds: bucket, latencyBucketSeconds: latencyBucketSeconds(range), top };
  const locations = await scopedLocations(accountId, locationId, ports);
  const locationIds = locations.map((location) => location.id);
  const scope = { locationIds, ...openEnded(range, now), ...queryConditions(question) };
  const [overview, topDomains, topFailures, agents, open] = await Promise.all([
    ports.traffic.overview(scope, shape),
    question.domains ? ports.traffic.topDomains(scope, top) : undefined,
    question.failures ? ports.traffic.topFailures(scope, top) : undefined,
    ports.agents.list(locationIds),
    ports.threats.list(accountId, { locationId, status: 'open' }, { limit: 1, offset: 0 }),
  ]);
  const perLocation = countsByName(overview.locations);
  const perAgent = countsByName(overview.agents);
  const isPast = ({ at }: { readonly at: Date }): boolean => at < range.to;
  return {
    ...overview,
    range,
    shape,
    openThreats: open.count,
    topDomains,
    topFailures,
    series: overview.series.filter(isPast),
    latencySeries: overview.latencySeries.filter(isPast),
    locations: locations.map((location) => ({ location, count: perLocation.get(location.id) ?? 0 })),
    agents: agents.map((agent) => ({ agent, count: perAgent.get(agent.id) ?? 0 })),
  };
}

function countsByName(counts: readonly NamedCount<number>[]): Map<number, number> {
  return new Map(counts.map(({ name, count }) => [name, count]));
}
