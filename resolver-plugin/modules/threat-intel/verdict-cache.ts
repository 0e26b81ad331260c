import type { Verdict } from '@sonde/shared/schemas/verdict.ts';

interface Kept {
  readonly verdict: Verdict;
  readonly until: number;
}

/** The verdict cache holds verdicts by name, each for its time to live; beyond the bound the oldest goes. */
export class VerdictCache {
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  find(key: string, now: number): Verdict | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || kept.until > now) return kept?.verdict;
    this.#kept.delete(key);
    return undefined;
  }

  keep(key: string, verdict: Verdict, now: number): void {
    this.#kept.delete(key);
    if (this.#kept.size >= this.#most) {
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    }
    this.#kept.set(key, { verdict, until: now + verdict.ttl * 1_000 });
  }
}
