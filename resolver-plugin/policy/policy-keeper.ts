import type { PolicyChange, PolicyDocument } from '@sonde/shared/policy/document.ts';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import { PolicyError } from './policy-error.ts';
import type { KeptPolicy, PolicyStore } from './policy-store.ts';
import {
  isWhole,
  type PolicyOrigin,
  type PolicyUpdate,
  readPolicy,
  type SignedPolicy,
} from './read-policy.ts';

/** Changes after a whole policy, and their bytes; with more of them it is time for a whole one again. */
const maxChanges = 2_000;
const maxChangeBytes = 64 * 2 ** 20;

/** What is known of the policy in force; its rules are with whoever enforces them. */
interface Held {
  readonly version: number;
  readonly entityTag: string;
  readonly changes: number;
  readonly changeBytes: number;
}

/** A policy keeper holds the last good policy, through restarts and without the collector. Calls must not overlap. */
export class PolicyKeeper {
  readonly #store: PolicyStore;
  readonly #origin: PolicyOrigin;
  #refusedVersion = 0;
  #held: Held | undefined;

  private constructor(store: PolicyStore, origin: PolicyOrigin) {
    this.#store = store;
    this.#origin = origin;
  }

  /**
   * Takes up what is kept: the policy that was in force, or else the one before it. Where neither is good there is no
   * document, and the resolver goes on with what it holds itself.
   */
  static async open(
    store: PolicyStore,
    origin: PolicyOrigin,
  ): Promise<{ keeper: PolicyKeeper; document: PolicyDocument | undefined }> {
    const keeper = new PolicyKeeper(store, origin);
    keeper.#refusedVersion = await store.refusedVersion();
    return { keeper, document: await keeper.#load() };
  }

  /** The version and entity tag of the policy in force. */
  get held(): { readonly version: number; readonly entityTag: string } | undefined {
    return this.#held;
  }

  /** The version that was rolled back here, as long as nothing newer is in force. */
  get refusedVersion(): number | undefined {
    return this.#refusedVersion > (this.#held?.version ?? 0) ? this.#refusedVersion : undefined;
  }

  /**
   * Makes an update safe on the disk and answers it, to be enforced: a whole policy, or a change to the one in force.
   * Throws a PolicyError if it is not to be taken; after `does_not_follow` a whole policy has to be asked for.
   */
  async take(policy: SignedPolicy): Promise<PolicyUpdate> {
    const update = readPolicy(policy, this.#origin);
    if (update.version <= this.#refusedVersion) {
      throw new PolicyError('rolled_back', 'This version was rolled back on this machine.');
    }
    // An old document has a good signature too: whoever can hold back answers could send it again.
    const held = this.#held;
    if (held !== undefined && update.version <= held.version) {
      throw new PolicyError('older_version', 'The policy in force is newer.');
    }
    if (isWhole(update)) {
      await this.#store.replace(policy);
      this.#held = { version: update.version, entityTag: policy.entityTag, changes: 0, changeBytes: 0 };
      return update;
    }
    const next = held === undefined ? undefined : advance(held, update, policy);
    if (next === undefined || next.changes > maxChanges || next.changeBytes > maxChangeBytes) {
      throw new PolicyError('does_not_follow', 'The change does not apply to the version in force.');
    }
    await this.#store.append(policy);
    this.#held = next;
    return update;
  }

  /** Goes back to the version before, and refuses this one from now on. Undefined if there is none before. */
  async rollBack(): Promise<PolicyDocument | undefined> {
    const held = this.#held;
    if (held === undefined) return undefined;
    if (held.changes > 0) {
      await this.#store.keepChanges(held.changes - 1);
    } else {
      const previous = await this.#store.read('previous');
      if (previous === undefined || replay(previous, this.#origin) === undefined) return undefined;
      await this.#store.restorePrevious();
    }
    this.#refusedVersion = held.version;
    await this.#store.refuse(held.version);
    return await this.#load();
  }

  async #load(): Promise<PolicyDocument | undefined> {
    for (const slot of ['current', 'previous'] as const) {
      const kept = await this.#store.read(slot);
      const found = kept === undefined ? undefined : replay(kept, this.#origin);
      if (found === undefined) continue;
      if (slot === 'previous') await this.#store.restorePrevious();
      await this.#store.keepChanges(found.held.changes);
      this.#held = found.held;
      return found.document;
    }
    this.#held = undefined;
    return undefined;
  }
}

/** The policy that comes of a whole one and its changes, as far as they are good and follow one another. */
function replay(
  kept: KeptPolicy,
  origin: PolicyOrigin,
): { document: PolicyDocument; held: Held } | undefined {
  const whole = good(kept.whole, origin);
  if (whole === undefined || !isWhole(whole)) return undefined;
  let held: Held = { version: whole.version, entityTag: kept.whole.entityTag, changes: 0, changeBytes: 0 };
  let latest: PolicyDocument | PolicyChange = whole;
  const rules = new Map<string, PolicyRule>(whole.rules.map((rule) => [rule.id, rule]));
  for (const signed of kept.changes) {
    const change = good(signed, origin);
    const next = change === undefined || isWhole(change) ? undefined : advance(held, change, signed);
    if (change === undefined || isWhole(change) || next === undefined) break;
    for (const id of change.removed) rules.delete(id);
    for (const rule of change.put) rules.set(rule.id, rule);
    held = next;
    latest = change;
  }
  const { resolver_id, version, issued_at } = latest;
  return { document: { resolver_id, version, issued_at, rules: [...rules.values()] }, held };
}

/** What is held after a change; undefined if it does not follow. */
function advance(held: Held, change: PolicyChange, { entityTag, bytes }: SignedPolicy): Held | undefined {
  if (change.from_version !== held.version || change.version <= held.version) return undefined;
  const changeBytes = held.changeBytes + bytes.length;
  return { version: change.version, entityTag, changes: held.changes + 1, changeBytes };
}

function good(policy: SignedPolicy, origin: PolicyOrigin): PolicyUpdate | undefined {
  try {
    return readPolicy(policy, origin);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
