/** Pairs of tags that are remembered, at most. */
const mostPairs = 64;
/**
 * Copies with one number under two tags from which these are the two sides of a bridge. Tenants with the same addresses would have to draw the same
 * port, the same id and the same number of a packet within a millisecond, so often.
 */
const leastCopies = 8;
/** Microseconds after which what was seen of a pair says nothing any more. */
const longestSilence = 600 * 1_000_000;

interface Pair {
  readonly copies: number;
  readonly last: number;
}

/**
 * Bridges are pairs of tags whose packets a tap sees under both. A copy behind a bridge has as many hops left as its original, like the
 * query of another tenant: what tells them apart is that one pair shows copies again and again.
 */
export class Bridges {
  /** The pair that was seen last stands last. */
  readonly #pairs = new Map<string, Pair>();

  /** Notes a copy between two networks if its packets bear a number; tells whether a bridge explains it. */
  explains(one: number, other: number, isNumbered: boolean, time: number): boolean {
    const key = one < other ? `${one} ${other}` : `${other} ${one}`;
    const known = this.#pairs.get(key);
    const isStale = known === undefined || Math.abs(time - known.last) > longestSilence;
    const copies = isStale ? 0 : known.copies;
    if (!isNumbered) return copies >= leastCopies;
    this.#pairs.delete(key);
    this.#pairs.set(key, { copies: Math.min(copies + 1, leastCopies), last: time });
    if (this.#pairs.size > mostPairs) this.#pairs.delete(this.#pairs.keys().next().value!);
    return copies >= leastCopies;
  }
}
