import type {
  HeldPolicy,
  Resolver,
  ResolverStore,
  ToldPolicy,
} from '../../../../collector/ports/resolvers/resolvers.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';
import { systemRandom } from '../../system-random.ts';
import type { FakeApiKeys } from '../accounts/api-keys.ts';
import type { FakeLocations } from '../fleet/locations.ts';
import type { FakePolicyRules } from './policy-rules.ts';

/** Resolvers in memory, with the behaviour that the port promises. */
export class FakeResolvers implements ResolverStore {
  readonly #resolvers = new Map<number, Resolver>();
  readonly #keys: FakeApiKeys;
  readonly #locations: FakeLocations;
  readonly #locationKeys = new Map<number, number>();
  readonly #rules: FakePolicyRules;
  #lastId = 0;

  constructor(keys: FakeApiKeys, locations: FakeLocations, rules: FakePolicyRules) {
    this.#keys = keys;
    this.#rules = rules;
    this.#locations = locations;
  }

  async register(
    { accountId, name, place }: Parameters<ResolverStore['register']>[0],
    keys: Parameters<ResolverStore['register']>[1],
    locationKey?: Parameters<ResolverStore['register']>[2],
  ): Promise<Resolver> {
    const id = ++this.#lastId;
    const { locations } = await this.#locations.list(accountId, { limit: 10_000, offset: 0 });
    const location =
      locations.find((one) => one.name === place) ??
      (await this.#locations.create(
        { accountId, name: place, description: null },
        { prefix: 'none', hash: systemRandom.bytes(32) },
      ));
    const modules = keys.map(({ module }) => module);
    const resolver = {
      id,
      accountId,
      name,
      place,
      locationId: location.id,
      modules,
      createdAt: new Date(),
      lastSeenAt: null,
      policy: null,
    };
    this.#resolvers.set(id, resolver);
    for (const { module, prefix, hash } of keys) {
      const scope = { kind: 'resolver' as const, resolverId: id, module };
      await this.#keys.create({ accountId, scope, prefix, hash, label: name });
    }
    if (locationKey !== undefined) {
      const scope = { kind: 'location' as const, locationId: location.id };
      const key = await this.#keys.create({ accountId, scope, ...locationKey, label: name });
      this.#locationKeys.set(id, key.id);
    }
    return resolver;
  }

  async list(accountId: number, page: Page) {
    const own = [...this.#resolvers.values()].filter((resolver) => resolver.accountId === accountId);
    const shown = own.slice(page.offset, page.offset + page.limit);
    return { count: own.length, resolvers: shown.map((resolver) => this.#withPolicy(resolver)) };
  }

  async find(accountId: number, id: number): Promise<Resolver | undefined> {
    const resolver = this.#resolvers.get(id);
    return resolver?.accountId === accountId ? this.#withPolicy(resolver) : undefined;
  }

  async delete(accountId: number, id: number): Promise<boolean> {
    if ((await this.find(accountId, id)) === undefined) return false;
    this.#resolvers.delete(id);
    this.#keys.revokeWhere(({ scope }) => scope.kind === 'resolver' && scope.resolverId === id);
    const shipping = this.#locationKeys.get(id);
    this.#keys.revokeWhere((key) => key.id === shipping);
    return true;
  }

  async recordPolicy(id: number, told: ToldPolicy): Promise<void> {
    const resolver = this.#resolvers.get(id);
    if (resolver === undefined) return;
    const { policy } = resolver;
    const now = new Date();
    const heldSince = policy?.version === told.version ? policy.heldSince : now;
    const held = { ...told, heldSince, toldAt: now, behindSince: null };
    this.#resolvers.set(id, { ...resolver, policy: held });
  }

  #withPolicy(resolver: Resolver): Resolver {
    const { accountId, policy } = resolver;
    if (policy === null) return resolver;
    const held: HeldPolicy = {
      ...policy,
      behindSince: this.#rules.firstAfter(accountId, policy.version)?.changedAt ?? null,
    };
    return { ...resolver, policy: held };
  }

  async recordSeen(seen: ReadonlyMap<number, Date>): Promise<void> {
    for (const [id, lastSeenAt] of seen) {
      const resolver = this.#resolvers.get(id);
      if (resolver !== undefined) this.#resolvers.set(id, { ...resolver, lastSeenAt });
    }
  }
}
