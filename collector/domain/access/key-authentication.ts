import NodeCache from 'node-cache';
import type { Account, AccountStore } from '../../ports/accounts/accounts.ts';
import type { ApiKey, ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { hashKey, isPlausibleKey } from './api-key.ts';
import type { Caller } from './caller.ts';

/** Seconds that a looked-up key is believed; so long at most does a revoked one go on working. */
const secondsKept = 3;
/** Known and unknown keys remembered, at most of each: guesses can't push the known ones out. */
const mostKept = 10_000;

interface KeyOwner {
  readonly key: ApiKey;
  readonly account: Account;
}

/**
 * Authenticates API keys. Lookups are remembered for seconds, and the same key is looked up once at a time, so that a busy
 * sender costs the store one question every few seconds. Uses are gathered and written together by `flush`.
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
  readonly #underWay = new Map<string, Promise<KeyOwner | undefined>>();
  /** Key ids, and when each was used last: milliseconds since 1970. */
  #uses = new Map<number, number>();

  constructor(ports: { apiKeys: ApiKeyStore; accounts: AccountStore; clock: Clock }) {
    this.#ports = ports;
  }

  /** The caller that a key stands for; undefined where it is unknown or revoked. Throws what the store throws. */
  readonly authenticate = (credential: string): Promise<Caller | undefined> | Caller | undefined => {
    if (!isPlausibleKey(credential)) return undefined;
    const owner = this.#owner(credential);
    if (owner instanceof Promise) return owner.then((found) => this.#caller(found, credential));
    return this.#caller(owner, credential);
  };

  #caller(owner: KeyOwner | undefined, credential: string): Caller | undefined {
    if (owner === undefined) return undefined;
    this.#uses.set(owner.key.id, this.#ports.clock.now());
    return callerOf(owner, credential);
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

  close(): void {
    this.#known.close();
    this.#unknown.close();
  }

  /** Remembered by the key itself, for seconds: hashing it at every request would cost more than all else here. */
  #owner(credential: string): Promise<KeyOwner | undefined> | KeyOwner | undefined {
    const known = this.#known.get<KeyOwner>(credential);
    if (known !== undefined || this.#unknown.has(credential)) return known;
    const underWay = this.#underWay.get(credential);
    if (underWay !== undefined) return underWay;
    const lookup = this.#lookUp(credential).finally(() => this.#underWay.delete(credential));
    this.#underWay.set(credential, lookup);
    return lookup;
  }

  async #lookUp(credential: string): Promise<KeyOwner | undefined> {
    const key = await this.#ports.apiKeys.findByHash(hashKey(credential));
    const account = key === undefined ? undefined : await this.#ports.accounts.find(key.accountId);
    if (key === undefined || account === undefined) {
      remember(this.#unknown, credential, true);
      return undefined;
    }
    const owner = { key, account };
    remember(this.#known, credential, owner);
    return owner;
  }
}

/** A full cache takes nothing more until something expires. */
function remember(cache: NodeCache, id: string, value: unknown): void {
  if (cache.getStats().keys < mostKept) cache.set(id, value);
}

function callerOf({ key, account }: KeyOwner, secret: string): Caller {
  const { scope } = key;
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
    case 'account':
    case 'admin':
      return {
        kind: 'account',
        accountId,
        tier,
        // A key of an account alone does not administrate, even where the account's owner may.
        administrator: scope.kind === 'admin' && account.administrator,
        keyId: key.id,
      };
  }
}
