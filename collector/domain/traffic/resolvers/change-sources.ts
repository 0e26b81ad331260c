import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import type {
  PolicySource,
  PolicySourceContent,
  PolicySourceStore,
} from '../../../ports/resolvers/policy-sources.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import { checkRule, type PolicyAnnouncer } from './change-rules.ts';
import { requireResolver } from './require-resolver.ts';

/** Sources that an account may take rules from. */
const mostSources = 16;

export interface CreateSourcePorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly policySources: Pick<PolicySourceStore, 'create' | 'list' | 'refresh'>;
  readonly policyWatch: PolicyAnnouncer;
}

/** Takes indicators as rules from now on. Throws NotFound for a resolver that is not the account's, and a Conflict. */
export async function createSource(
  source: PolicySourceContent & { accountId: number; resolverId: number | null },
  ports: CreateSourcePorts,
): Promise<PolicySource> {
  const { accountId, resolverId, action } = source;
  checkRule({ match: { kind: 'domain', name: 'name.example' }, action });
  if (resolverId !== null) await requireResolver(accountId, resolverId, ports);
  const known = await ports.policySources.list(accountId);
  if (known.length >= mostSources) {
    throw new Conflict(`An account may take rules from at most ${mostSources} sources.`);
  }
  const { id } = await ports.policySources.create(source);
  await refreshSources(ports);
  return (await ports.policySources.list(accountId)).find((one) => one.id === id)!;
}

/** Takes the rules of a source away. Throws NotFound. */
export async function deleteSource(
  accountId: number,
  id: number,
  ports: { readonly policySources: Pick<PolicySourceStore, 'delete'>; readonly policyWatch: PolicyAnnouncer },
): Promise<void> {
  if (!(await ports.policySources.delete(accountId, id))) throw new NotFound('policy source');
  ports.policyWatch.changed(accountId);
}

/** Brings the rules of all sources up to the indicators. */
export async function refreshSources(ports: {
  readonly policySources: Pick<PolicySourceStore, 'refresh'>;
  readonly policyWatch: PolicyAnnouncer;
}): Promise<void> {
  for (const accountId of await ports.policySources.refresh()) ports.policyWatch.changed(accountId);
}
