import { CaptureError } from '../capture-error.ts';
import { maxBlockBytes } from '../packet-reader.ts';

/** The major types of CBOR (RFC 8949 section 3.1). */
export const majors = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

/** Items within items: C-DNS needs seven. */
const maxDepth = 16;
const indefinite = 31;

/**
 * A CBOR measure finds where an item ends, while its octets come in. What was looked at is not looked at again, and nothing is made of
 * it, so that neither lengths nor counts that a file claims cost anything.
 */
export class CborMeasure {
  /** Octets of the item that were looked at. */
  #length = 0;
  /** Items that are still to come in each that is open; infinite if its end is marked. */
  readonly #open: number[] = [];

  /**
   * Measures the item that begins at `start`, of which the octets up to `end` are there: its length, -1 if it goes on. Until then it is
   * to be asked for the same item again. Throws a CaptureError `bad_file`.
   */
  measure(bytes: Uint8Array, start: number, end: number): number {
    for (;;) {
      const at = start + this.#length;
      if (at >= end) return -1;
      const major = bytes[at]! >> 5;
      const information = bytes[at]! & 31;
      if (information === indefinite) {
        if (!this.#takeIndefinite(major)) continue;
      } else {
        const headBytes = headLength(information);
        if (at + headBytes > end) return -1;
        const value = headBytes === 1 ? information : unsigned(bytes, at + 1, headBytes - 1);
        const content = major === majors.bytes || major === majors.text ? value : 0;
        // Whatever is counted takes an octet at least.
        if ((content > 0 || major === majors.array || major === majors.map) && value > maxBlockBytes)
          throw damaged();
        if (at + headBytes + content > end) return -1;
        this.#length += headBytes + content;
        if (this.#opens(major, value)) continue;
      }
      if (this.#close()) {
        const length = this.#length;
        this.#length = 0;
        return length;
      }
    }
  }

  /** Returns whether that was the end of an item. */
  #takeIndefinite(major: number): boolean {
    this.#length++;
    if (major === majors.simple) {
      if (this.#open.pop() !== Number.POSITIVE_INFINITY) throw damaged();
      return true;
    }
    if (major < majors.bytes || major === majors.tag) throw damaged();
    this.#push(Number.POSITIVE_INFINITY);
    return false;
  }

  #opens(major: number, value: number): boolean {
    const items =
      major === majors.array ? value : major === majors.map ? value * 2 : major === majors.tag ? 1 : 0;
    if (items > 0) this.#push(items);
    return items > 0;
  }

  #push(items: number): void {
    if (this.#open.length === maxDepth) throw damaged();
    this.#open.push(items);
  }

  /** Counts an item that has ended, with those that end by it; returns whether that was the outermost. */
  #close(): boolean {
    const open = this.#open;
    while (open.length > 0) {
      if (--open[open.length - 1]! > 0) return false;
      open.pop();
    }
    return true;
  }
}

/** Returns the octets of an item's head, by the lower five bits of the first. Throws a CaptureError if there are no such. */
export function headLength(information: number): number {
  if (information < 24) return 1;
  if (information > 27) throw damaged();
  return 1 + (1 << (information - 24));
}

/** Reads a number of 1, 2, 4 or 8 octets; beyond 2^53 it is not exact. */
export function unsigned(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index++) value = value * 256 + bytes[index]!;
  return value;
}

export function damaged(): CaptureError {
  return new CaptureError('bad_file', 'The C-DNS file is damaged.');
}
