import type { ApiKey, ApiKeyStore, NewApiKey } from '../../../../collector/ports/accounts/api-keys.ts';

/** API keys in memory, with the behaviour that the port promises. */
export class FakeApiKeys implements ApiKeyStore {
  readonly #keys = new Map<number, ApiKey & { readonly hash: Buffer }>();
  #lastId = 0;
  /** How often a key was looked up. */
  lookups = 0;

  async create(key: NewApiKey): Promise<ApiKey> {
    const id = ++this.#lastId;
    const created = { id, ...key, createdAt: new Date(), lastUsedAt: null };
    this.#keys.set(id, created);
    return created;
  }

  async createWithin(key: NewApiKey, most: number): Promise<ApiKey | undefined> {
    const own = (await this.list(key.accountId)).filter(({ scope }) => /account|admin/.test(scope.kind));
    return own.length < most ? this.create(key) : undefined;
  }

  async findByHash(hash: Buffer): Promise<ApiKey | undefined> {
    this.lookups++;
    return [...this.#keys.values()].find((key) => key.hash.equals(hash));
  }

  async revoke(accountId: number, keyId: number): Promise<boolean> {
    if (this.#keys.get(keyId)?.accountId !== accountId) return false;
    return this.#keys.delete(keyId);
  }

  async list(accountId: number): Promise<ApiKey[]> {
    return [...this.#keys.values()].filter((key) => key.accountId === accountId);
  }

  async recordUse(uses: ReadonlyMap<number, Date>): Promise<void> {
    for (const [id, lastUsedAt] of uses) {
      const key = this.#keys.get(id);
      if (key !== undefined) this.#keys.set(id, { ...key, lastUsedAt });
    }
  }

  revokeWhere(condition: (key: ApiKey) => boolean): void {
    for (const [id, key] of this.#keys) if (condition(key)) this.#keys.delete(id);
  }
}
