import type { ApiKey, ApiKeyStore, NewApiKey } from '../../../../collector/ports/accounts/api-keys.ts';
import { noBounds } from '../../../../collector/ports/accounts/key-bounds.ts';
import { StoreError } from '../../../../collector/ports/system/store-error.ts';

/** API keys in memory, with the behaviour that the port promises. */
export class FakeApiKeys implements ApiKeyStore {
  readonly #keys = new Map<number, ApiKey & { readonly hash: Buffer }>();
  readonly #revoked: Buffer[] = [];
  #lastId = 0;
  /** How often a key was looked up. */
  lookups = 0;

  async create(key: NewApiKey): Promise<ApiKey> {
    if (this.#withHash(key.hash) !== undefined || (await this.wasRevoked(key.hash)))
      throw new StoreError('refused', 'duplicate key');
    const id = ++this.#lastId;
    const more = {
      role: key.role ?? 'owner',
      expiresAt: key.expiresAt ?? null,
      bounds: key.bounds ?? noBounds,
    };
    const created = { id, ...key, ...more, createdAt: new Date(), lastUsedAt: null };
    this.#keys.set(id, created);
    return created;
  }

  async createWithin(key: NewApiKey, most: number): Promise<ApiKey | undefined> {
    const own = (await this.list(key.accountId)).filter(({ scope }) =>
      /account|admin|provisioning/.test(scope.kind),
    );
    return own.length < most ? this.create(key) : undefined;
  }

  async findByHash(hash: Buffer): Promise<ApiKey | undefined> {
    this.lookups++;
    const key = this.#withHash(hash);
    return key === undefined || (key.expiresAt?.getTime() ?? Infinity) <= Date.now() ? undefined : key;
  }

  async wasRevoked(hash: Buffer): Promise<boolean> {
    return this.#revoked.some((revoked) => revoked.equals(hash));
  }

  async revoke(accountId: number, keyId: number): Promise<boolean> {
    const key = this.#keys.get(keyId);
    if (key?.accountId !== accountId) return false;
    this.#revoked.push(key.hash);
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

  #withHash(hash: Buffer): ApiKey | undefined {
    return [...this.#keys.values()].find((key) => key.hash.equals(hash));
  }

  revokeWhere(condition: (key: ApiKey) => boolean): void {
    for (const [id, key] of this.#keys) if (condition(key)) this.#keys.delete(id);
  }
}
