import type { IndicatorIndex } from './indicator-index.ts';
import { hashBackwards } from './key-hash.ts';
import { type KeyKind, keyKinds, kindSeed } from './key-kind.ts';

/**
 * A network finder looks up addresses in an index: the longest listed prefix wins. Keeps its scratch space between
 * calls.
 */
export class NetworkFinder {
  readonly #v4 = new Uint8Array(5);
  readonly #v6 = new Uint8Array(17);

  /** `bytes` hold 16 bytes from `start` on, IPv4 mapped (RFC 4291 section 2.5.5.2). Entry number or -1. */
  find(index: IndicatorIndex, bytes: Uint8Array, start: number, nowSeconds: number): number {
    return this.#walk(index, bytes, start, (kind, hash, key) => {
      const entry = index.find(kind, hash, key, 0, key.length, nowSeconds);
      return entry === -1 ? undefined : entry;
    });
  }

  /** Every entry of every listed prefix that holds the address, the longest prefixes first. */
  findAll(index: IndicatorIndex, bytes: Uint8Array, start: number, nowSeconds: number): number[] {
    const found: number[] = [];
    this.#walk(index, bytes, start, (kind, hash, key) => {
      found.push(...index.findAll(kind, hash, key, 0, key.length, nowSeconds));
      return undefined;
    });
    return found;
  }

  #walk(
    index: IndicatorIndex,
    bytes: Uint8Array,
    start: number,
    visit: (kind: KeyKind, hash: number, key: Uint8Array) => number | undefined,
  ): number {
    const mapped = isMapped(bytes, start);
    if (mapped && !index.networks.mayHoldV4(bytes, start + 12)) return -1;
    const kind = mapped ? keyKinds.v4 : keyKinds.v6;
    const key = mapped ? this.#v4 : this.#v6;
    const size = key.length - 1;
    const from = mapped ? start + 12 : start;
    for (let position = 0; position < size; position++) key[position] = bytes[from + position]!;
    for (const length of index.networks.lengths(kind)) {
      mask(key, size, length);
      key[size] = length;
      const result = visit(kind, hashBackwards(key, 0, key.length, kindSeed(kind)), key);
      if (result !== undefined) return result;
    }
    return -1;
  }
}

/** Lengths only fall, so what an earlier one cleared stays clear. */
function mask(key: Uint8Array, size: number, length: number): void {
  const whole = length >> 3;
  if (whole >= size) return;
  key[whole]! &= 0xff00 >> (length & 7);
  for (let index = whole + 1; index < size; index++) key[index] = 0;
}

function isMapped(bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < 10; index++) if (bytes[start + index] !== 0) return false;
  return bytes[start + 10] === 0xff && bytes[start + 11] === 0xff;
}
