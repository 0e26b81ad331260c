import { Conflict } from '@sonde/shared/errors.ts';
import type { ResolverModule } from '@sonde/shared/schemas/resolver-module.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Resolver, ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import { makeKey } from '../../people/access/api-key.ts';

export interface RegisterResolverPorts {
  readonly resolvers: Pick<ResolverStore, 'register' | 'list'>;
  readonly random: Random;
}

export interface RegisteredResolver {
  readonly resolver: Resolver;
  /** The key of each module. */
  readonly keys: Partial<Record<ResolverModule, string>>;
  /** Ships single queries to the location: for whoever enabled `analytics`. */
  readonly locationKey: string | undefined;
}

/** Resolvers that an account may have. */
const mostResolvers = 1_000;

/** Registers a resolver with a key for each module. The keys are known here for the last time. Throws a Conflict. */
export async function registerResolver(
  resolver: { accountId: number; name: string; location: string; modules: readonly ResolverModule[] },
  ports: RegisterResolverPorts,
): Promise<RegisteredResolver> {
  const { accountId, name, location, modules } = resolver;
  const { count } = await ports.resolvers.list(accountId, { limit: 1, offset: 0 });
  if (count >= mostResolvers) {
    throw new Conflict(`An account may have at most ${mostResolvers} resolvers: delete one first.`);
  }
  const made = modules.map((module) => ({ module, ...makeKey('resolver', ports.random) }));
  const shipping = modules.includes('analytics') ? makeKey('location', ports.random) : undefined;
  const registered = await ports.resolvers.register(
    { accountId, name, place: location },
    made.map(({ module, prefix, hash }) => ({ module, prefix, hash })),
    shipping && { prefix: shipping.prefix, hash: shipping.hash },
  );
  return {
    resolver: registered,
    keys: Object.fromEntries(made.map(({ module, key }) => [module, key])),
    locationKey: shipping?.key,
  };
}
