import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { Canary, CanaryPattern, CanarySighting, CanaryStore } from '../../../ports/threats/canaries.ts';
import { scopedLocations } from '../../monitoring/scoped-locations.ts';

const mostCanaries = 50;

/** The type of threat that each pattern should raise. */
const expected: Readonly<Record<CanaryPattern, string>> = {
  tunnel: 'dns_tunnel',
  dga: 'dga',
  nxdomain: 'nxdomain_storm',
};

/** What the sensors of one location made of a canary. */
export interface CanaryAtLocation {
  readonly locationId: number;
  readonly locationName: string;
  /** Queries with the canary's names; 0 where its sensors saw none. */
  readonly queries: number;
  readonly lastSeenAt: Date | null;
  /** Whether each pattern would have raised what it should, and how severe; null where it would not. */
  readonly caught: readonly { readonly pattern: CanaryPattern; readonly severity: Severity | null }[];
  readonly raised: readonly { readonly type: string; readonly severity: Severity }[];
}

/** The account's latest canaries, each with what all of its locations made of it. */
export async function canaryResults(
  accountId: number,
  ports: {
    readonly canaries: Pick<CanaryStore, 'list' | 'sightings'>;
    readonly locations: Pick<LocationStore, 'find' | 'list'>;
  },
): Promise<{ canary: Canary; locations: CanaryAtLocation[] }[]> {
  const canaries = await ports.canaries.list(accountId, mostCanaries);
  if (canaries.length === 0) return [];
  const locations = await scopedLocations(accountId, undefined, ports);
  const sightings = await ports.canaries.sightings(
    accountId,
    canaries.map(({ id }) => id),
  );
  return canaries.map((canary) => ({
    canary,
    locations: locations.map(({ id, name }) => {
      const here = sightings.filter((one) => one.canary === canary.id && one.locationId === id);
      return { locationId: id, locationName: name, ...atLocation(canary, here) };
    }),
  }));
}

function atLocation(canary: Canary, sightings: readonly CanarySighting[]) {
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
