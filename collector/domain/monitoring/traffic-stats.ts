import type { Agent, AgentStore } from '../../ports/ingest/agents.ts';
import type { Location, LocationStore } from '../../ports/ingest/locations.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';
import type { NamedCount, TrafficPoint, TrafficStore, TrafficTotals } from '../../ports/traffic/traffic.ts';
import { scopedLocations } from './scoped-locations.ts';
import { bucketSeconds, type TimeRange, timeRange } from './time-range.ts';

export interface TrafficStatsPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly threats: Pick<ThreatStore, 'list'>;
  readonly traffic: TrafficStore;
  readonly clock: Clock;
}

export interface TrafficQuestion {
  readonly accountId: number;
  /** One location; all of the account's where undefined. */
  readonly locationId: number | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly period: string | undefined;
  /** Names and clients in the lists of the most frequent. */
  readonly top: number;
}

export interface TrafficStats {
  readonly range: TimeRange;
  readonly bucketSeconds: number;
  readonly totals: TrafficTotals;
  readonly openThreats: number;
  readonly series: readonly TrafficPoint[];
  readonly topNames: readonly NamedCount<string>[];
  readonly topClients: readonly NamedCount<string>[];
  readonly types: readonly NamedCount<number>[];
  readonly responseCodes: readonly NamedCount<number>[];
  readonly transports: readonly NamedCount<string>[];
  /** Every location and agent in scope, the silent ones with zero. */
  readonly locations: readonly { readonly location: Location; readonly count: number }[];
  readonly agents: readonly { readonly agent: Agent; readonly count: number }[];
}

/** What was seen at a location, or at all of an account's. Throws NotFound and InvalidInput. */
export async function trafficStats(
  question: TrafficQuestion,
  ports: TrafficStatsPorts,
): Promise<TrafficStats> {
  const { accountId, locationId, top } = question;
  const range = timeRange(question, new Date(ports.clock.now()));
  const bucket = bucketSeconds(range);
  const locations = await scopedLocations(accountId, locationId, ports);
  const locationIds = locations.map((location) => location.id);
  const scope = { locationIds, ...range };
  const { traffic } = ports;
  const [
    totals,
    series,
    topNames,
    topClients,
    types,
    responseCodes,
    transports,
    byLocation,
    byAgent,
    agents,
    open,
  ] = await Promise.all([
    traffic.totals(scope),
    traffic.series(scope, bucket),
    traffic.topNames(scope, top),
    traffic.topClients(scope, top),
    traffic.byType(scope),
    traffic.byResponseCode(scope),
    traffic.byTransport(scope),
    traffic.byLocation(scope),
    traffic.byAgent(scope),
    ports.agents.list(locationIds),
    ports.threats.list(accountId, { locationId, status: 'open' }, { limit: 1, offset: 0 }),
  ]);
  const perLocation = countsByName(byLocation);
  const perAgent = countsByName(byAgent);
  return {
    range,
    bucketSeconds: bucket,
    totals,
    openThreats: open.count,
    series,
    topNames,
    topClients,
    types,
    responseCodes,
    transports,
    locations: locations.map((location) => ({ location, count: perLocation.get(location.id) ?? 0 })),
    agents: agents.map((agent) => ({ agent, count: perAgent.get(agent.id) ?? 0 })),
  };
}

function countsByName(counts: readonly NamedCount<number>[]): Map<number, number> {
  return new Map(counts.map(({ name, count }) => [name, count]));
}
