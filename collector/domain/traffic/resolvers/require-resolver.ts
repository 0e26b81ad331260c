import { NotFound } from '@sonde/shared/errors.ts';
import type { Resolver, ResolverStore } from '../../../ports/resolvers/resolvers.ts';

/** Finds the account's resolver of an id. Throws NotFound, also if it is somebody else's. */
export async function requireResolver(
  accountId: number,
  resolverId: number,
  ports: { readonly resolvers: Pick<ResolverStore, 'find'> },
): Promise<Resolver> {
  const resolver = await ports.resolvers.find(accountId, resolverId);
  if (resolver === undefined) throw new NotFound('resolver');
  return resolver;
}
