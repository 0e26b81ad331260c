import type { Clock } from '@sonde/shared/system/clock.ts';
import NodeCache from 'node-cache';
import type { Account, AccountStore } from '../../../ports/accounts/accounts.ts';
import type { ApiKey, ApiKeyStore } from '../../../ports/accounts/api-keys.ts';
import { hashKey, isPlausibleKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { isBounded } from './key-bounds.ts';

/** Seconds that a looked-up key is believed; so long at most does a revoked one go on working. */
const secondsKept = 3;
/** Known and unknown keys remembered, at most of each: guesses can't push the known ones out. */
const mostKept = 10_000;

interface KnownKey {
  readonly id: number;
  readonly caller: Caller;
}

/**
 * Key authentication authenticates API keys. Lookups are remembered for seconds, and the same key is looked up once at
 * a time, so that a busy sender costs the store one question every few seconds. Uses are gathered and written together
 * by `flush`.
 */
export class KeyAuthentication {
  readonly #ports: { apiKeys: ApiKeyStore; accounts: AccountStore; clock: Clock };
  readonly #known = new NodeCache({
    stdTTL: secondsKept,
    checkperiod: secondsKept,
    maxKeys: mostKept,
    useClones: false,
  });
  readonly #unknown = new NodeCache({ stdTTL: secondsKept, checkperiod: secondsKept, maxKeys: mostKept });
  readonly #underWay = new Map<string, Promise<KnownKey | undefined>>();
  /** Keys whose look-up began before some key was revoked: it is not remembered. */
  readonly #doubted = new Set<string>();
  /** Key ids, and when each was used last: milliseconds since 1970. */
  #uses = new Map<number, number>();

  constructor(ports: { apiKeys: ApiKeyStore; accounts: AccountStore; clock: Clock }) {
    this.#ports = ports;
  }

  /** The caller that a key stands for; undefined if it is unknown or revoked. Throws what the store throws. */
  readonly authenticate = (credential: string): Promise<Caller | undefined> | Caller | undefined => {
    const known = this.#known.get<KnownKey>(credential) ?? this.#unfamiliar(credential);
    return known instanceof Promise ? known.then((found) => this.#used(found)) : this.#used(known);
  };

  #used(known: KnownKey | undefined): Caller | undefined {
    if (known === undefined) return undefined;
    this.#uses.set(known.id, this.#ports.clock.now());
    return known.caller;
  }

  /** Writes down when keys were used last. Uses that can't be written are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#ports.apiKeys.recordUse(new Map(Array.from(uses, ([id, at]) => [id, new Date(at)])));
    } catch (error) {
      this.#uses = new Map([...uses, ...this.#uses]);
      throw error;
    }
  }

  /** Forgets what is known of a key, so that its next use is looked up: it was revoked. */
  forget(id: number): void {
    for (const credential of this.#known.keys()) {
      if (this.#known.get<KnownKey>(credential)?.id === id) this.#known.del(credential);
    }
    // An answer that is on its way may be older than what was changed.
    for (const credential of this.#underWay.keys()) this.#doubted.add(credential);
  }

  close(): void {
    this.#known.close();
    this.#unknown.close();
  }

  /** Remembered by the key itself, for seconds: hashing it at every request would cost more than all else here. */
  #unfamiliar(credential: string): Promise<KnownKey | undefined> | undefined {
    if (!isPlausibleKey(credential) || this.#unknown.has(credential)) return undefined;
    const underWay = this.#underWay.get(credential);
    if (underWay !== undefined) return underWay;
    const lookup = this.#lookUp(credential).finally(() => {
      this.#underWay.delete(credential);
      this.#doubted.delete(credential);
    });
    this.#underWay.set(credential, lookup);
    return lookup;
  }

  async #lookUp(credential: string): Promise<KnownKey | undefined> {
    const key = await this.#ports.apiKeys.findByHash(hashKey(credential));
    const account = key === undefined ? undefined : await this.#ports.accounts.find(key.accountId);
    if (key === undefined || account === undefined) {
      remember(this.#unknown, credential, true);
      return undefined;
    }
    const known = { id: key.id, caller: callerOf(key, account, credential) };
    if (!this.#doubted.has(credential)) remember(this.#known, credential, known);
    return known;
  }
}

/** A full cache takes nothing more until something expires. */
function remember(cache: NodeCache, id: string, value: unknown): void {
  if (cache.getStats().keys < mostKept) cache.set(id, value);
}

function callerOf(key: ApiKey, account: Account, secret: string): Caller {
  const { scope } = key;
  const bounds = isBounded(key.bounds) ? key.bounds : undefined;
  const { id: accountId, tier } = account;
  switch (scope.kind) {
    case 'location':
      return { kind: 'location', accountId, locationId: scope.locationId, tier, keyId: key.id, secret };
    case 'resolver':
      return {
        kind: 'resolver',
        accountId,
        resolverId: scope.resolverId,
        module: scope.module,
        tier,
        keyId: key.id,
        secret,
      };
    case 'provisioning':
      return { kind: 'provisioning', accountId, tier, keyId: key.id, bounds };
    case 'account':
    case 'admin':
      return {
        kind: 'account',
        accountId,
        tier,
        // A key of an account alone does not administrate, even where the account's owner may.
        administrator: scope.kind === 'admin' && account.administrator && key.role === 'owner',
        keyId: key.id,
        personId: null,
        role: key.role,
        session: null,
        bounds,
        keyExpiresAt: key.expiresAt,
      };
  }
}
