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
  /** Unix seconds. */
  at: number;
}

/** Names that are kept of each kind unless more are asked for; what is older makes room. */
const kept = 32;

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

  add(failed: FailedName, keep: number): void {
    this.#added++;
    this.#failed.push(failed);
    if (this.#failed.length > Math.max(kept, keep)) this.#failed.shift();
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
    lows.push(low);
    this.#aliveHigh.push(high);
    this.#aliveAt.push(at);
    this.#aliveBare.push(isBare);
    if (lows.length > kept)
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
