import { anonymityNetworks } from './anonymity-networks.ts';
import { callbackCatchers } from './callback-catchers.ts';
import type { KnownService } from './define-known.ts';
import { miningPools } from './mining-pools.ts';
import { publicResolvers } from './public-resolvers.ts';

/** Services by their names; what lies below a name is of the same one. */
export const knownServices: ReadonlyMap<string, KnownService> = new Map(
  [...publicResolvers, ...callbackCatchers, ...miningPools, ...anonymityNetworks].flatMap((service) =>
    service.names.map((name) => [name, service] as const),
  ),
);
