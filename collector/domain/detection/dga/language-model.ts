import { boundary, symbolOf, symbols } from './alphabet.ts';

/** Surprisal is kept in steps of a sixteenth of a bit, so 15.9 bits at most. */
const steps = 16;

/**
 * A language model tells how surprising each character of a label is after the two before it, in bits, for names that
 * people choose. Text that somebody can read takes some 3 to 4 bits a character; evenly drawn letters take about 6.
 */
export class LanguageModel {
  readonly #surprisal: Uint8Array;

  /** `table`: one byte for each three symbols, the last of them the one that is predicted. */
  constructor(table: Uint8Array) {
    if (table.length !== symbols ** 3) throw new RangeError('the table of trigrams has another size');
    this.#surprisal = table;
  }

  /** Bits for each character of the text, and for its end; the text is taken as one label. */
  surprisals(text: string): number[] {
    const result: number[] = [];
    let first = boundary;
    let second = boundary;
    for (let index = 0; index <= text.length; index++) {
      const next = index === text.length ? boundary : symbolOf(text.charCodeAt(index));
      result.push(this.#surprisal[(first * symbols + second) * symbols + next]! / steps);
      first = second;
      second = next;
    }
    return result;
  }

  /** The sum of the characters' bits, without that for the end. */
  bits(text: string): number {
    let sum = 0;
    let first = boundary;
    let second = boundary;
    for (let index = 0; index < text.length; index++) {
      const next = symbolOf(text.charCodeAt(index));
      sum += this.#surprisal[(first * symbols + second) * symbols + next]!;
      first = second;
      second = next;
    }
    return sum / steps;
  }
}

/** Counts trigrams, with shorter contexts to fall back on (Witten-Bell interpolation), and makes the table of them. */
export function trainLanguageModel(labels: Iterable<string>): Uint8Array {
  const three = new Float64Array(symbols ** 3);
  const two = new Float64Array(symbols ** 2);
  const one = new Float64Array(symbols);
  for (const label of labels) {
    let first = boundary;
    let second = boundary;
    for (let index = 0; index <= label.length; index++) {
      const next = index === label.length ? boundary : symbolOf(label.charCodeAt(index));
      three[(first * symbols + second) * symbols + next]!++;
      two[second * symbols + next]!++;
      one[next]!++;
      first = second;
      second = next;
    }
  }
  const even = new Float64Array(symbols).fill(1 / symbols);
  const single = interpolated(one, 0, even);
  const pairs = Array.from({ length: symbols }, (_, second) => interpolated(two, second * symbols, single));
  const table = new Uint8Array(symbols ** 3);
  for (let context = 0; context < symbols ** 2; context++) {
    const probabilities = interpolated(three, context * symbols, pairs[context % symbols]!);
    for (let next = 0; next < symbols; next++) {
      const bits = -Math.log2(probabilities[next]!);
      table[context * symbols + next] = Math.min(255, Math.round(bits * steps));
    }
  }
  return table;
}

function interpolated(counts: Float64Array, at: number, shorter: Float64Array): Float64Array {
  let total = 0;
  let kinds = 0;
  for (let next = 0; next < symbols; next++) {
    total += counts[at + next]!;
    if (counts[at + next]! > 0) kinds++;
  }
  if (total === 0) return shorter;
  return shorter.map((probability, next) => (counts[at + next]! + kinds * probability) / (total + kinds));
}
