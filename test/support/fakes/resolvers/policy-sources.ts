import type {
  PolicySource,
  PolicySourceContent,
  PolicySourceStore,
} from '../../../../collector/ports/resolvers/policy-sources.ts';

/** Policy sources in memory; rules come of them in the databases alone. */
export class FakePolicySources implements PolicySourceStore {
  readonly #sources = new Map<number, PolicySource>();
  #lastId = 0;

  async create(
    source: PolicySourceContent & { accountId: number; resolverId: number | null },
  ): Promise<PolicySource> {
    const made = { ...source, id: ++this.#lastId, rules: 0, refreshedAt: null, createdAt: new Date() };
    this.#sources.set(made.id, made);
    return made;
  }

  async list(accountId: number): Promise<PolicySource[]> {
    return [...this.#sources.values()].filter((source) => source.accountId === accountId);
  }

  async delete(accountId: number, id: number): Promise<boolean> {
    return this.#sources.get(id)?.accountId === accountId && this.#sources.delete(id);
  }

  async refresh(): Promise<number[]> {
    return [];
  }
}
