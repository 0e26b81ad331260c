import type { PolicyDocument } from '@sonde/shared/policy/document.ts';
import { PolicyError } from './policy-error.ts';
import type { KeptPolicy, PolicyStore } from './policy-store.ts';
import { type PolicyOrigin, readPolicy, type SignedPolicy } from './read-policy.ts';

/** Holds the last good policy, through restarts and without the collector. Calls must not overlap. */
export class PolicyKeeper {
  readonly #store: PolicyStore;
  readonly #origin: PolicyOrigin;
  #kept: KeptPolicy | undefined;
  #document: PolicyDocument | undefined;

  private constructor(store: PolicyStore, origin: PolicyOrigin) {
    this.#store = store;
    this.#origin = origin;
  }

  /** Takes up what is kept: the policy that was in force, or else the one before it. Neither must be good. */
  static async open(store: PolicyStore, origin: PolicyOrigin): Promise<PolicyKeeper> {
    const keeper = new PolicyKeeper(store, origin);
    for (const slot of ['current', 'previous'] as const) {
      const kept = await store.read(slot);
      const document = kept === undefined ? undefined : readable(kept, origin);
      if (document === undefined) continue;
      keeper.#kept = kept;
      keeper.#document = document;
      break;
    }
    return keeper;
  }

  /** The policy in force. */
  get document(): PolicyDocument | undefined {
    return this.#document;
  }

  get entityTag(): string | undefined {
    return this.#kept?.entityTag;
  }

  /** Makes a policy the one in force once it is safely kept. Throws a PolicyError where it is not to be taken. */
  async take(policy: SignedPolicy): Promise<PolicyDocument> {
    const document = readPolicy(policy, this.#origin);
    const refusedVersion = this.#kept?.refusedVersion ?? 0;
    if (document.version <= refusedVersion) {
      throw new PolicyError('rolled_back', 'This version was rolled back here.');
    }
    // An old document has a good signature too: whoever can hold back answers could send it again.
    if (this.#document !== undefined && document.version <= this.#document.version) {
      throw new PolicyError('older_version', 'The policy in force is newer.');
    }
    if (this.#kept !== undefined) await this.#store.write('previous', this.#kept);
    await this.#put({ ...policy, refusedVersion }, document);
    return document;
  }

  /** Goes back to the policy before, and refuses this version from now on. Undefined where there is none before. */
  async rollBack(): Promise<PolicyDocument | undefined> {
    const previous = await this.#store.read('previous');
    const document = previous === undefined ? undefined : readable(previous, this.#origin);
    const current = this.#document;
    if (previous === undefined || document === undefined || current === undefined) return undefined;
    await this.#put({ ...previous, refusedVersion: current.version }, document);
    await this.#store.remove('previous');
    return document;
  }

  async #put(policy: KeptPolicy, document: PolicyDocument): Promise<void> {
    await this.#store.write('current', policy);
    this.#kept = policy;
    this.#document = document;
  }
}

function readable(policy: SignedPolicy, origin: PolicyOrigin): PolicyDocument | undefined {
  try {
    return readPolicy(policy, origin);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
