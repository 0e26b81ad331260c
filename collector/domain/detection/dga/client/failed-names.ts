import type { DomainHash } from '../../names/domain-hash.ts';
import type { LabelScore } from '../dga-model.ts';
import type { Existence } from './nonexistence.ts';

/** A failed name is a registrable domain that did not exist when a client asked for it. */
export interface FailedName {
  readonly domain: string;
  readonly label: string;
  /** Log odds that an algorithm made the label up; undefined for labels that are too short or special to be judged. */
  readonly odds: number | undefined;
  /** The score that speaks against the label; undefined if it is not flagged. */
  readonly verdict: LabelScore | undefined;
  /** Asked for itself, with no host name before it, and for an address. */
  readonly isBare: boolean;
  /** The existence follows from the speaker: `absent` for the zone above. */
  readonly existence: Existence;
  /** Another client of the location asked for it in vain some time before. */
  readonly isCommon: boolean;
  /** Domains that existed, of those that the client had asked for before. */
  readonly aliveBefore: number;
  /** Unix seconds. */
  at: number;
}

/** Failing names that are kept unless more are asked for, and such that exist; what is older makes room. */
const kept = 64;
const keptAlive = 32;

/**
 * Failed names keep the latest different domains that one client asked for and that did not exist, and those that did.
 */
export class FailedNames {
  readonly #failed: FailedName[] = [];
  /** Domains that exist, the latest last: columns, since they are looked through for nearly every row of the client. */
  readonly #aliveLow: number[] = [];
  readonly #aliveHigh: number[] = [];
  readonly #aliveAt: number[] = [];
  readonly #aliveBare: boolean[] = [];
  #added = 0;
  #aliveAdded = 0;

  /** Failed ones so far. */
  get added(): number {
    return this.#added;
  }

  /** True if the domain was known already: its time is set anew. */
  touch(domain: string, at: number): boolean {
    const known = this.#failed.find((failed) => failed.domain === domain);
    if (known === undefined) return false;
    known.at = Math.max(known.at, at);
    return true;
  }

  add(failed: Omit<FailedName, 'aliveBefore'>, keep: number): FailedName {
    this.#added++;
    const name = { ...failed, aliveBefore: this.#aliveAdded };
    this.#failed.push(name);
    if (this.#failed.length > Math.max(kept, keep)) this.#failed.shift();
    return name;
  }

  /** Different domains that exist and were asked for since a failing one was: one that comes back late counts again. */
  aliveAfter({ aliveBefore }: FailedName): number {
    return this.#aliveAdded - aliveBefore;
  }

  /** Notes a domain that exists; `isBare` if it was asked for itself. */
  addAlive({ low, high }: DomainHash, isBare: boolean, at: number): void {
    const lows = this.#aliveLow;
    // What was asked for last is asked for again: its A and its AAAA.
    for (let index = lows.length - 1; index >= 0; index--) {
      if (lows[index] !== low || this.#aliveHigh[index] !== high) continue;
      this.#aliveAt[index] = at;
      this.#aliveBare[index] ||= isBare;
      return;
    }
    this.#aliveAdded++;
    lows.push(low);
    this.#aliveHigh.push(high);
    this.#aliveAt.push(at);
    this.#aliveBare.push(isBare);
    if (lows.length > keptAlive)
      for (const column of [lows, this.#aliveHigh, this.#aliveAt, this.#aliveBare]) column.shift();
  }

  /** The latest ones, at most so many, whenever they were. */
  latest(count: number): readonly FailedName[] {
    return this.#failed.slice(-count);
  }

  since(time: number): readonly FailedName[] {
    return this.#failed.filter(({ at }) => at > time);
  }

  /** Domains that exist and were asked for since then, themselves or anything below them. */
  aliveSince(time: number): { bare: number; all: number } {
    let bare = 0;
    let all = 0;
    this.#aliveAt.forEach((at, index) => {
      if (at <= time) return;
      all++;
      if (this.#aliveBare[index]) bare++;
    });
    return { bare, all };
  }
}
