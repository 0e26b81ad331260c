/**
 * A seeded generator gives repeatable numbers from a seed (the generator mulberry32), for training and evaluation
 * alone.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<Item>(items: ArrayLike<Item>): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  text(alphabet: string, length: number): string {
    let text = '';
    for (let index = 0; index < length; index++) text += this.of(alphabet);
    return text;
  }
}
