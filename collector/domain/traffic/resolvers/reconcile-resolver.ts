import { InvalidInput } from '@sonde/shared/errors.ts';
import type { AgentStore } from '../../../ports/ingest/agents.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { Reconciler, Reconciliation } from '../../../ports/traffic/reconciliation.ts';
import { type TimeQuestion, type TimeQuestionPorts, trafficScope } from '../monitoring/time-question.ts';
import type { TimeRange } from '../monitoring/time-range.ts';
import { requireResolver } from './require-resolver.ts';

/** Each row is compared by itself. */
const longest = 3_600_000;
const usual = '10m';
/** A sender's software begins with one of these names. */
const dnstapSoftware = 'sonde-resolver/';
const wireSoftware = 'sonde-agent/';

export interface ReconcilePorts extends TimeQuestionPorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly agents: Pick<AgentStore, 'list'>;
  readonly reconciler: Reconciler;
}

/** A reconciliation compares a resolver with its location, whose sensors watch the wire. */
export interface ReconcileQuestion extends TimeQuestion {
  readonly resolverId: number;
}

export interface ReconciledResolver {
  readonly range: TimeRange;
  /** Senders of each side; nothing can be compared if one has none. */
  readonly dnstapAgents: number;
  readonly wireAgents: number;
  readonly found: Reconciliation | undefined;
}

/** Compares what a resolver tells by dnstap with what agents saw of it. Throws InvalidInput and NotFound. */
export async function reconcileResolver(
  question: ReconcileQuestion,
  ports: ReconcilePorts,
): Promise<ReconciledResolver> {
  const { accountId, resolverId, from } = question;
  const { locationId } = await requireResolver(accountId, resolverId, ports);
  const period = question.period ?? (from === undefined ? usual : undefined);
  const { locationIds: wireLocations, ...range } = await trafficScope({ ...question, period }, ports);
  if (range.to.getTime() - range.from.getTime() > longest) {
    throw new InvalidInput('period', 'At most an hour is compared at once.');
  }
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
