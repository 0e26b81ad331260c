export const gramLength = 4;
const buckets = 1 << 18;
/** Bits: after four more characters nothing is left of one. */
const shift = 5;
/** Parts of words that every page has: a literal is looked for by another of its own if it has one. */
const common = new Set(
  gramsOf(
    'https://www. .com/ .min.js" script src="/ href="/ class=" <div style="width data-content name="link rel="stylesheet" ' +
      '/wp-content/plugins/ /themes/ /assets/ /static/ application/ title image product description width height button ' +
      'function return window. document. loading="lazy" target="_blank" type="text/javascript" async defer media="all" .css?ver=',
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
 * four of its characters, which it shares with as few others as can be.
 */
export class LiteralIndex {
  /** Whether a bucket has any: small enough to stay near the processor. */
  readonly #has = new Uint8Array(buckets);
  /** Numbers of entries; 0 for none. */
  readonly #heads = new Uint32Array(buckets);
  readonly #next: number[] = [0];
  readonly #entries: Entry[] = [{ id: 0, literal: '', offset: 0 }];
  readonly size: number;

  /** For each number its texts, in lower case, of at least four characters. */
  constructor(sets: readonly (readonly string[])[]) {
    const literals = sets.flatMap((set, id) => set.map((literal) => ({ id, literal })));
    const shared = new Map<string, number>();
    for (const { literal } of literals) {
      for (const gram of gramsOf(literal)) shared.set(gram, (shared.get(gram) ?? 0) + 1);
    }
    const weight = (gram: string) => (shared.get(gram) ?? 0) + (common.has(gram) ? 1_000_000 : 0);
    for (const { id, literal } of literals) {
      const grams = gramsOf(literal);
      let best = 0;
      for (const [at, gram] of grams.entries()) if (weight(gram) < weight(grams[best]!)) best = at;
      const bucket = hashOf(grams[best]!);
      this.#next.push(this.#heads[bucket]!);
      this.#has[bucket] = 1;
      this.#heads[bucket] = this.#entries.push({ id, literal, offset: best }) - 1;
    }
    this.size = sets.length;
  }

  /** Tells of each place where a literal begins, by its number; goes on until the end or until `onHit` says false. */
  search(lower: string, onHit: (id: number, at: number) => boolean | undefined): void {
    const has = this.#has;
    let hash = 0;
    for (let end = 0; end < lower.length; end++) {
      // Four characters are in it: those before are shifted out.
      hash = ((hash << shift) ^ lower.charCodeAt(end)) & (buckets - 1);
      if (has[hash] === 1 && this.#tell(this.#heads[hash]!, lower, end - gramLength + 1, onHit)) return;
    }
  }

  /** Tries the literals of one bucket; returns whether the search is over. */
  #tell(
    head: number,
    lower: string,
    at: number,
    onHit: (id: number, at: number) => boolean | undefined,
  ): boolean {
    for (let entry = head; entry !== 0; entry = this.#next[entry]!) {
      const { id, literal, offset } = this.#entries[entry]!;
      if (at >= offset && lower.startsWith(literal, at - offset) && onHit(id, at - offset) === false)
        return true;
    }
    return false;
  }
}

function gramsOf(literal: string): string[] {
  return Array.from({ length: Math.max(0, literal.length - gramLength + 1) }, (_, at) =>
    literal.slice(at, at + gramLength),
  );
}

function hashOf(gram: string): number {
  let hash = 0;
  for (let at = 0; at < gramLength; at++) hash = ((hash << shift) ^ gram.charCodeAt(at)) & (buckets - 1);
  return hash;
}
