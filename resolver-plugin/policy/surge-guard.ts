export interface SurgeLimits {
  /** The time for which a new policy is watched, in milliseconds. */
  readonly watch: number;
  /** Queries under the new policy before a share means anything. */
  readonly queries: number;
  /** The growth that the share of queries hit may have, from 0 to 1. */
  readonly growth: number;
}

export const defaultSurgeLimits: SurgeLimits = { watch: 900_000, queries: 1_000, growth: 0.1 };

/**
 * A surge guard watches the effect of a new policy on the traffic: if it hits far more queries than the one before did,
 * it is a mistake rather than an attack, and goes back. The share before is learned while nothing is watched, as a
 * decaying mean.
 */
export class SurgeGuard {
  readonly #limits: SurgeLimits;
  #before = { queries: 0, hits: 0 };
  #since = { queries: 0, hits: 0 };
  #watchedUntil: number | undefined;

  constructor(limits: SurgeLimits = defaultSurgeLimits) {
    this.#limits = limits;
  }

  /**
   * Begins to watch a new policy, which is in force from now on (milliseconds since 1970). The first one ever has
   * nothing to go back to.
   */
  begin(now: number): void {
    this.#settle();
    this.#watchedUntil = now + this.#limits.watch;
  }

  /** Ends the watch, since the policy went back. */
  cancel(): void {
    this.#watchedUntil = undefined;
    this.#since = { queries: 0, hits: 0 };
  }

  /** Counts queries and how many of them the policy hit; true if that is a surge. */
  count(queries: number, hits: number, now: number): boolean {
    if (this.#watchedUntil !== undefined && now >= this.#watchedUntil) {
      this.#settle();
      this.#watchedUntil = undefined;
    }
    const counts = this.#watchedUntil === undefined ? this.#before : this.#since;
    counts.queries += queries;
    counts.hits += hits;
    if (this.#watchedUntil === undefined) {
      this.#decay();
      return false;
    }
    const { queries: asked, hits: hit } = this.#since;
    return asked >= this.#limits.queries && hit / asked > this.#share() + this.#limits.growth;
  }

  #share(): number {
    return this.#before.queries === 0 ? 0 : this.#before.hits / this.#before.queries;
  }

  /** What was watched and found good is what the next policy is compared with. */
  #settle(): void {
    if (this.#since.queries >= this.#limits.queries) this.#before = this.#since;
    this.#since = { queries: 0, hits: 0 };
  }

  #decay(): void {
    const most = 100 * this.#limits.queries;
    if (this.#before.queries <= most) return;
    this.#before = { queries: this.#before.queries / 2, hits: this.#before.hits / 2 };
  }
}
