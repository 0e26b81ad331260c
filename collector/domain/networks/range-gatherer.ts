import { setImmediate } from 'node:timers/promises';
import { FlatRanges } from './flat-ranges.ts';

const perTurn = 50_000;

/** Gathers ranges that may lie within each other, and makes one flat row of them in which the narrowest counts. */
export class RangeGatherer {
  readonly #largest: number;
  #starts = new Float64Array(1_024);
  #ends = new Float64Array(1_024);
  #values = new Uint32Array(1_024);
  #count = 0;
  #isSorted = true;

  /** `bits` of the keys: 52 at most. */
  constructor(bits: number) {
    this.#largest = 2 ** bits - 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Both ends are included; `value` is not 0. Of two ranges that are the same the first counts. */
  add(start: number, end: number, value: number): void {
    if (this.#count === this.#starts.length) this.#grow();
    const at = this.#count++;
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#values[at] = value;
    if (at > 0 && this.#compare(at - 1, at) > 0) this.#isSorted = false;
  }

  /** Gives others their turn in between. */
  async build(): Promise<FlatRanges> {
    const flat = new FlatRanges(this.#largest);
    const open: { end: number; value: number }[] = [];
    const closeBefore = (start: number): void => {
      for (let last = open.at(-1); last !== undefined && last.end < start; last = open.at(-1)) {
        while (open.length > 0 && open.at(-1)!.end <= last.end) open.pop();
        flat.mark(last.end + 1, open.at(-1)?.value ?? 0);
      }
    };
    const order = this.#isSorted ? undefined : await this.#order();
    let before = -1;
    for (let place = 0; place < this.#count; place++) {
      if (place % perTurn === perTurn - 1) await setImmediate();
      const at = order?.[place] ?? place;
      const [start, end, value] = [this.#starts[at]!, this.#ends[at]!, this.#values[at]!];
      closeBefore(start);
      const isAgain = before !== -1 && this.#starts[before] === start && this.#ends[before] === end;
      before = at;
      if (isAgain) continue;
      flat.mark(start, value);
      open.push({ end, value });
    }
    closeBefore(Number.POSITIVE_INFINITY);
    return flat.trimmed();
  }

  /** By start, wider ones first, then as they came. */
  #compare(a: number, b: number): number {
    return this.#starts[a]! - this.#starts[b]! || this.#ends[b]! - this.#ends[a]! || a - b;
  }

  /** Sorts in parts by the leading 16 bits, so that no part takes long. */
  async #order(): Promise<Uint32Array> {
    const part = (this.#largest + 1) / 65_536;
    const parts = new Map<number, number[]>();
    for (let at = 0; at < this.#count; at++) {
      const number = Math.floor(this.#starts[at]! / part);
      const members = parts.get(number);
      if (members === undefined) parts.set(number, [at]);
      else members.push(at);
      if (at % perTurn === perTurn - 1) await setImmediate();
    }
    const order = new Uint32Array(this.#count);
    let place = 0;
    for (const number of [...parts.keys()].sort((a, b) => a - b)) {
      const members = parts.get(number)!.sort((a, b) => this.#compare(a, b));
      order.set(members, place);
      place += members.length;
      if (members.length > 1_000) await setImmediate();
    }
    return order;
  }

  #grow(): void {
    const [starts, ends, values] = [this.#starts, this.#ends, this.#values];
    this.#starts = new Float64Array(starts.length * 2);
    this.#starts.set(starts);
    this.#ends = new Float64Array(ends.length * 2);
    this.#ends.set(ends);
    this.#values = new Uint32Array(values.length * 2);
    this.#values.set(values);
  }
}
