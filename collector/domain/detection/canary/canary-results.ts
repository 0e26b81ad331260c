import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { Canary, CanaryPattern, CanarySighting, CanaryStore } from '../../../ports/threats/canaries.ts';
import { scopedLocations } from '../../traffic/monitoring/scoped-locations.ts';

const mostCanaries = 50;

/** The type of threat that each pattern should raise. */
const expected: Readonly<Record<CanaryPattern, string>> = {
  tunnel: 'dns_tunnel',
  dga: 'dga',
  nxdomain: 'nxdomain_storm',
};

/** A canary outcome states what one or all sensors of a location made of a canary. */
export interface CanaryOutcome {
  /** Queries with the canary's names; 0 if its sensors saw none. */
  readonly queries: number;
  readonly lastSeenAt: Date | null;
  /** Whether each pattern would have raised what it should, and how severe; null if it would not. */
  readonly caught: readonly { readonly pattern: CanaryPattern; readonly severity: Severity | null }[];
  readonly raised: readonly { readonly type: string; readonly severity: Severity }[];
}

/** A canary at a location has the outcome of all sensors of the location together, and of each by itself. */
export interface CanaryAtLocation extends CanaryOutcome {
  readonly locationId: number;
  readonly locationName: string;
  /** Agents that saw the canary, or were heard of since it began. */
  readonly agents: readonly (CanaryOutcome & { readonly agent: Agent })[];
}

/** Gives the account's latest canaries, each with what all of its locations made of it. */
export async function canaryResults(
  accountId: number,
  ports: {
    readonly canaries: Pick<CanaryStore, 'list' | 'sightings'>;
    readonly locations: Pick<LocationStore, 'find' | 'list'>;
    readonly agents: Pick<AgentStore, 'list'>;
  },
): Promise<{ canary: Canary; locations: CanaryAtLocation[] }[]> {
  const canaries = await ports.canaries.list(accountId, mostCanaries);
  if (canaries.length === 0) return [];
  const locations = await scopedLocations(accountId, undefined, ports);
  const [sightings, agents] = await Promise.all([
    ports.canaries.sightings(
      accountId,
      canaries.map(({ id }) => id),
    ),
    ports.agents.list(locations.map(({ id }) => id)),
  ]);
  const seenOf = Map.groupBy(sightings, (one) => placeOf(one.canary, one.locationId));
  const agentsOf = Map.groupBy(agents, ({ locationId }) => locationId);
  return canaries.map((canary) => ({
    canary,
    locations: locations.map(({ id, name }) => {
      const here = seenOf.get(placeOf(canary.id, id)) ?? [];
      return {
        locationId: id,
        locationName: name,
        ...outcome(
          canary,
          here.filter(({ agentId }) => agentId === null),
        ),
        agents: (agentsOf.get(id) ?? [])
          .map((agent) => ({
            agent,
            ...outcome(
              canary,
              here.filter(({ agentId }) => agentId === agent.id),
            ),
          }))
          .filter(({ agent, queries }) => queries > 0 || agent.lastSeenAt >= canary.createdAt),
      };
    }),
  }));
}

function placeOf(canary: string, locationId: number): string {
  return `${canary} ${locationId}`;
}

function outcome(canary: Canary, sightings: readonly CanarySighting[]): CanaryOutcome {
  const seen = sightings.find(({ raised }) => raised === null);
  const raised = sightings.map((one) => one.raised).filter((one) => one !== null);
  const worst = (type: string): Severity | null =>
    severities.findLast((severity) => raised.some((one) => one.type === type && one.severity === severity)) ??
    null;
  return {
    queries: seen?.count ?? 0,
    lastSeenAt: seen?.lastSeenAt ?? null,
    caught: canary.patterns.map((pattern) => ({ pattern, severity: worst(expected[pattern]) })),
    raised,
  };
}
