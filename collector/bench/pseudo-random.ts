/**
 * A pseudo-random generator gives numbers that look random and are the same for the same seed (xorshift128, Marsaglia
 * 2003).
 */
export class PseudoRandom {
  #x = 0;
  #y = 0;
  #z = 0;
  #w = 0;

  constructor(seed: number) {
    this.restart(seed);
  }

  /** Begins the numbers of a seed. */
  restart(seed: number): void {
    this.#x = (seed | 0) ^ 123_456_789;
    this.#y = 362_436_069;
    this.#z = 521_288_629;
    this.#w = 88_675_123;
    for (let index = 0; index < 20; index++) this.uint32();
  }

  uint32(): number {
    const t = this.#x ^ (this.#x << 11);
    this.#x = this.#y;
    this.#y = this.#z;
    this.#z = this.#w;
    this.#w = this.#w ^ (this.#w >>> 19) ^ t ^ (t >>> 8);
    return this.#w >>> 0;
  }

  /** In [0, 1). */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** In [0, bound). */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }
}

/** Makes the random numbers of one of many numbered things; `kind` keeps different uses of the same number apart. */
export function numbered(number: number, kind: number): PseudoRandom {
  // Seeds that differ in a few low bits would make first draws that resemble each other.
  const mixed = Math.imul(number * 8 + kind, 0x9e37_79b1);
  return new PseudoRandom(Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b));
}

/** Draws ranks below `count` by Zipf's law: the rank r as often as 1 / (r + 1) ^ exponent says. */
export function zipf(random: PseudoRandom, count: number, exponent: number): () => number {
  const cumulative = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1) ** exponent;
    cumulative[rank] = sum;
  }
  return () => {
    const wanted = random.fraction() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cumulative[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
