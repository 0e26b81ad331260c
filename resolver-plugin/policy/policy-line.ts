import type { PolicyDocument } from '@sonde/shared/policy/document.ts';
import type { Enforcer } from './enforcer.ts';
import type { PolicyKeeper } from './policy-keeper.ts';
import { isWhole, type SignedPolicy } from './read-policy.ts';
import { SurgeGuard, type SurgeLimits } from './surge-guard.ts';

export interface PolicyLineOptions {
  readonly keeper: PolicyKeeper;
  readonly enforcer: Enforcer;
  /** Lets resolvers have the zone; called after each policy. */
  readonly serve: () => Promise<void>;
  readonly surge: SurgeLimits | undefined;
  readonly clock: { now(): number };
}

export interface RolledBack {
  /** The version that was in force, and is refused now. */
  readonly from: number;
  /** Null if there was no policy before it. */
  readonly to: number | null;
  readonly at: string;
  readonly why: string;
}

/**
 * A policy line handles the policies of a resolver one after the other: each is kept, enforced, watched for a surge,
 * and may go back.
 */
export class PolicyLine {
  readonly #options: PolicyLineOptions;
  readonly #guard: SurgeGuard | undefined;
  #work: Promise<unknown> = Promise.resolve();
  rolledBack: RolledBack | undefined;

  constructor(options: PolicyLineOptions) {
    this.#options = options;
    this.#guard = options.surge === undefined ? undefined : new SurgeGuard(options.surge);
  }

  /** The version and entity tag of the policy in force. */
  get held(): PolicyKeeper['held'] {
    return this.#options.keeper.held;
  }

  /** Enforces what was in force before. */
  begin(document: PolicyDocument): Promise<void> {
    return this.#alone(async () => {
      this.#options.enforcer.enforce(document, this.#options.clock.now());
      await this.#options.serve();
    });
  }

  /** Makes an update safe and enforces it. Throws a PolicyError if it is not to be taken. */
  take(policy: SignedPolicy): Promise<void> {
    return this.#alone(async () => {
      const { keeper, enforcer, serve, clock } = this.#options;
      const hadPolicy = keeper.held !== undefined;
      const update = await keeper.take(policy);
      const now = clock.now();
      if (isWhole(update)) enforcer.enforce(update, now);
      else enforcer.change(update, now);
      // The first one ever has nothing to go back to.
      if (hadPolicy) this.#guard?.begin(now);
      await serve();
    });
  }

  /** Tries once more to serve what is held, if that failed: the address may have been taken. */
  ensureServed(): Promise<void> {
    return this.#alone(async () => {
      if (this.held !== undefined) await this.#options.serve();
    });
  }

  /** Goes back to the version before. */
  rollBack(why: string): Promise<{ rolled_back: boolean } & Partial<RolledBack>> {
    return this.#alone(() => this.#rollBack(why));
  }

  /** Takes the counts of queries and hits since the last time: a surge makes a new policy go back. */
  traffic(queries: number, hits: number): Promise<void> {
    return this.#alone(async () => {
      const guard = this.#guard;
      if (guard?.count(queries, hits, this.#options.clock.now()) !== true) return;
      await this.#rollBack('it affected far more queries than the previous policy');
    });
  }

  async #rollBack(why: string): Promise<{ rolled_back: boolean } & Partial<RolledBack>> {
    const { keeper, enforcer, clock } = this.#options;
    const from = keeper.held?.version;
    const document = await keeper.rollBack();
    this.#guard?.cancel();
    if (from === undefined || document === undefined) return { rolled_back: false };
    const now = clock.now();
    enforcer.enforce(document, now);
    this.rolledBack = { from, to: document.version, at: new Date(now).toISOString(), why };
    return { rolled_back: true, ...this.rolledBack };
  }

  /** One step at a time. */
  #alone<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(step);
    this.#work = result.catch(() => undefined);
    return result;
  }
}
