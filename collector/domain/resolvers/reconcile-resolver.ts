import type { AgentStore } from '../../ports/ingest/agents.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Reconciler, Reconciliation } from '../../ports/traffic/reconciliation.ts';
import { InvalidInput } from '../errors.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import { type TimeRange, timeRange } from '../monitoring/time-range.ts';
import { requireResolver } from './require-resolver.ts';

/** Each row is compared by itself. */
const longest = 3_600_000;
const usual = '10m';
/** Of the software that a sender says it is. */
const dnstapSoftware = 'sonde-resolver/';
const wireSoftware = 'sonde-agent/';

export interface ReconcilePorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly reconciler: Reconciler;
  readonly clock: Clock;
}

export interface ReconcileQuestion {
  readonly accountId: number;
  readonly resolverId: number;
  /** Where the wire is watched; all of the account's locations where absent. */
  readonly wireLocationId: number | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly period: string | undefined;
}

export interface ReconciledResolver {
  readonly range: TimeRange;
  /** Senders of each side; nothing can be compared where one has none. */
  readonly dnstapAgents: number;
  readonly wireAgents: number;
  readonly found: Reconciliation | undefined;
}

/** Compares what a resolver tells by dnstap with what agents saw of it. Throws InvalidInput and NotFound. */
export async function reconcileResolver(
  question: ReconcileQuestion,
  ports: ReconcilePorts,
): Promise<ReconciledResolver> {
  const { accountId, resolverId, wireLocationId, from, to } = question;
  const { locationId } = await requireResolver(accountId, resolverId, ports);
  const period = question.period ?? (from === undefined ? usual : undefined);
  const range = timeRange({ from, to, period }, new Date(ports.clock.now()));
  if (range.to.getTime() - range.from.getTime() > longest) {
    throw new InvalidInput('period', 'At most an hour is compared at once.');
  }
  const wireLocations = await scopedLocationIds(accountId, wireLocationId, ports);
  const locationIds = [...new Set([...wireLocations, ...(locationId === null ? [] : [locationId])])];
  const agents = await ports.agents.list(locationIds);
  const dnstapAgents = agents
    .filter((agent) => agent.locationId === locationId && agent.software.startsWith(dnstapSoftware))
    .map(({ id }) => id);
  const wireAgents = agents
    .filter((agent) => wireLocations.includes(agent.locationId) && agent.software.startsWith(wireSoftware))
    .map(({ id }) => id);
  const comparable = dnstapAgents.length > 0 && wireAgents.length > 0;
  const scope = { locationIds, ...range, dnstapAgents, wireAgents };
  return {
    range,
    dnstapAgents: dnstapAgents.length,
    wireAgents: wireAgents.length,
    found: comparable ? await ports.reconciler.reconcile(scope) : undefined,
  };
}
