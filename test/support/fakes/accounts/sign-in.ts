import type { Passkey, PasskeyStore } from '../../../../collector/ports/accounts/passkeys.ts';
import type { SecondFactorStore } from '../../../../collector/ports/accounts/second-factors.ts';
import type { UsedTickets } from '../../../../collector/ports/accounts/used-tickets.ts';

interface App {
  secret: Buffer | null;
  offered: Buffer | null;
  since: Date | null;
  lastStep: number;
  codes: Buffer[];
}

/** Authenticator apps and recovery codes in memory. */
export class FakeSecondFactors implements SecondFactorStore {
  readonly #apps = new Map<number, App>();

  async find(personId: number) {
    const app = this.#apps.get(personId);
    return { appSince: app?.since ?? null, recoveryCodes: app?.codes.length ?? 0 };
  }

  async offer(personId: number, offered: Buffer) {
    const app = this.#apps.get(personId) ?? { secret: null, since: null, lastStep: 0, codes: [] };
    this.#apps.set(personId, { ...app, offered });
  }

  async secrets(personId: number) {
    const app = this.#apps.get(personId);
    return { inForce: app?.secret ?? null, offered: app?.offered ?? null };
  }

  async confirm(personId: number, change: Parameters<SecondFactorStore['confirm']>[1]) {
    const { secret, step, at, recoveryCodes } = change;
    if (!this.#apps.get(personId)?.offered?.equals(secret)) return false;
    this.#apps.set(personId, { secret, offered: null, since: at, lastStep: step, codes: [...recoveryCodes] });
    return true;
  }

  async useStep(personId: number, secret: Buffer, step: number) {
    const app = this.#apps.get(personId);
    if (!app?.secret?.equals(secret) || app.lastStep >= step) return false;
    app.lastStep = step;
    return true;
  }

  async useRecoveryCode(personId: number, hash: Buffer) {
    const app = this.#apps.get(personId);
    const left = app?.codes.filter((code) => !code.equals(hash)) ?? [];
    if (app === undefined || left.length === app.codes.length) return false;
    app.codes = left;
    return true;
  }

  async replaceRecoveryCodes(personId: number, hashes: readonly Buffer[]) {
    const app = this.#apps.get(personId);
    if (app?.secret == null) return false;
    app.codes = [...hashes];
    return true;
  }

  async remove(personId: number) {
    const had = this.#apps.get(personId)?.secret != null;
    this.#apps.delete(personId);
    return had;
  }

  async unsealed(bytes: number) {
    return [...this.#apps].flatMap(([personId, { secret, offered }]) =>
      [secret, offered].flatMap((one) => (one?.length === bytes ? [{ personId, secret: one }] : [])),
    );
  }

  async reseal(personId: number, before: Buffer, after: Buffer) {
    const app = this.#apps.get(personId);
    const isInForce = app?.secret?.equals(before) === true;
    const isOffered = app?.offered?.equals(before) === true;
    if (app !== undefined && isInForce) app.secret = after;
    if (app !== undefined && isOffered) app.offered = after;
    return isInForce || isOffered;
  }
}

/** Passkeys in memory. */
export class FakePasskeys implements PasskeyStore {
  #passkeys: Passkey[] = [];
  #last = 0;

  async list(personId: number) {
    return this.#passkeys.filter((one) => one.personId === personId);
  }

  async add(passkey: Parameters<PasskeyStore['add']>[0], most: number) {
    if ((await this.list(passkey.personId)).length >= most) return 'full';
    if ((await this.find(passkey.credentialId)) !== undefined) return 'taken';
    const added = { ...passkey, id: ++this.#last, lastUsedAt: null };
    this.#passkeys.push(added);
    return added;
  }

  async find(credentialId: Buffer) {
    return this.#passkeys.find((one) => one.credentialId.equals(credentialId));
  }

  async use(id: number, { signCount, backedUp, at }: Parameters<PasskeyStore['use']>[1]) {
    const known = this.#passkeys.find((one) => one.id === id);
    if (known === undefined) return false;
    if (signCount <= known.signCount && (signCount !== 0 || known.signCount !== 0)) return false;
    this.#change({ ...known, signCount, backedUp, lastUsedAt: at });
    return true;
  }

  async rename(personId: number, id: number, name: string) {
    const known = this.#passkeys.find((one) => one.id === id && one.personId === personId);
    return known && this.#change({ ...known, name });
  }

  async remove(personId: number, id: number) {
    return this.#keep((one) => one.id !== id || one.personId !== personId) > 0;
  }

  async removeAll(personId: number) {
    return this.#keep((one) => one.personId !== personId);
  }

  #change(changed: Passkey): Passkey {
    this.#passkeys = this.#passkeys.map((one) => (one.id === changed.id ? changed : one));
    return changed;
  }

  #keep(condition: (passkey: Passkey) => boolean): number {
    const before = this.#passkeys.length;
    this.#passkeys = this.#passkeys.filter(condition);
    return before - this.#passkeys.length;
  }
}

/** Used tickets in memory. */
export class FakeUsedTickets implements UsedTickets {
  readonly #used = new Set<string>();

  async use(id: string) {
    if (this.#used.has(id)) return false;
    this.#used.add(id);
    return true;
  }

  async forgetBefore() {
    return 0;
  }
}
