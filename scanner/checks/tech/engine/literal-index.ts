const gramLength = 3;
const buckets = 1 << 16;
/** Parts of words that every page has: a literal is looked for by another of its own if it has one. */
const common = new Set(
  'htt ttp tps ps: s:/ :// //w www ww. .co com om/ .js js" scr cri rip ipt pt> src rc= c=" hre ref ef= f=" cla las ass ss= s=" div iv> sty tyl yle dat ata ta- con ont nte ten ent nam ame me= e=" lin ink ing ion tio'.split(
    ' ',
  ),
);

interface Entry {
  readonly id: number;
  readonly literal: string;
  /** Where its gram begins. */
  readonly offset: number;
}

/**
 * A literal index finds which of thousands of texts stand in another one, in one walk over it: each is looked for by
 * three of its characters, which it shares with as few others as can be.
 */
export class LiteralIndex {
  readonly #heads = new Int32Array(buckets).fill(-1);
  readonly #next: number[] = [];
  readonly #entries: Entry[] = [];
  readonly size: number;

  /** Lower case; of at least three characters. */
  constructor(literals: readonly string[]) {
    const shared = new Map<string, number>();
    for (const literal of literals) {
      for (const gram of gramsOf(literal)) shared.set(gram, (shared.get(gram) ?? 0) + 1);
    }
    const weight = (gram: string) => (shared.get(gram) ?? 0) + (common.has(gram) ? 1_000_000 : 0);
    for (const [id, literal] of literals.entries()) {
      const grams = gramsOf(literal);
      let best = 0;
      for (const [at, gram] of grams.entries()) if (weight(gram) < weight(grams[best]!)) best = at;
      const bucket = hash(
        literal.charCodeAt(best),
        literal.charCodeAt(best + 1),
        literal.charCodeAt(best + 2),
      );
      this.#next.push(this.#heads[bucket]!);
      this.#heads[bucket] = this.#entries.push({ id, literal, offset: best }) - 1;
    }
    this.size = literals.length;
  }

  /** Tells of each place where a literal begins, by its number; goes on until the end or until `onHit` says false. */
  search(lower: string, onHit: (id: number, at: number) => boolean | undefined): void {
    const heads = this.#heads;
    let first = lower.charCodeAt(0);
    let second = lower.charCodeAt(1);
    for (let at = 0; at + gramLength <= lower.length; at++) {
      const third = lower.charCodeAt(at + 2);
      let entry = heads[hash(first, second, third)]!;
      while (entry >= 0) {
        const { id, literal, offset } = this.#entries[entry]!;
        if (at >= offset && lower.startsWith(literal, at - offset) && onHit(id, at - offset) === false)
          return;
        entry = this.#next[entry]!;
      }
      first = second;
      second = third;
    }
  }
}

function gramsOf(literal: string): string[] {
  return Array.from({ length: Math.max(0, literal.length - gramLength + 1) }, (_, at) =>
    literal.slice(at, at + gramLength),
  );
}

function hash(first: number, second: number, third: number): number {
  return (Math.imul(first, 0x9e3b) ^ Math.imul(second, 0x1f35) ^ Math.imul(third, 0x0101)) & (buckets - 1);
}
