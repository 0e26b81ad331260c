import { damaged, headLength, majors, unsigned } from './cbor-measure.ts';

const indefinite = 31;
const nothing = new Uint8Array(0);

/**
 * A CBOR cursor reads one item after the other from octets that were measured before: they are whole, and not nested deep. What it
 * returns are views of them.
 */
export class CborCursor {
  readonly bytes: Uint8Array;
  at: number;
  #value = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads an integer. Throws a CaptureError if the item is none. */
  integer(): number {
    const major = this.#head();
    if (major > majors.negative || this.#value > Number.MAX_SAFE_INTEGER) throw damaged();
    return major === majors.unsigned ? this.#value : -1 - this.#value;
  }

  /** Reads an integer that is not below 0. */
  count(): number {
    if (this.#head() !== majors.unsigned || this.#value > Number.MAX_SAFE_INTEGER) throw damaged();
    return this.#value;
  }

  /** Reads a string of octets, or a text. */
  octets(): Uint8Array {
    const major = this.#head();
    if (major !== majors.bytes && major !== majors.text) throw damaged();
    if (this.#value < 0) return this.#chunks(major);
    const start = this.at;
    this.at += this.#value;
    return this.bytes.subarray(start, this.at);
  }

  /** Begins an array and returns how many items follow, -1 if their end is marked. */
  array(): number {
    if (this.#head() !== majors.array) throw damaged();
    return this.#value;
  }

  /** Tells whether the next item of an array of this length, of which so many were read, is its end; behind a mark it goes on. */
  isEnd(length: number, read: number): boolean {
    if (length >= 0) return read >= length;
    if (this.bytes[this.at] !== 0xff) return false;
    this.at++;
    return true;
  }

  /** Calls for each item of an array, which has to be read. */
  each(take: (index: number) => void): void {
    const length = this.array();
    for (let index = 0; !this.isEnd(length, index); index++) take(index);
  }

  /** Calls for each entry of a map whose key is an integer, with the cursor at its value, which may be read. */
  entries(take: (key: number) => void): void {
    if (this.#head() !== majors.map) throw damaged();
    const length = this.#value;
    for (let index = 0; !this.isEnd(length, index); index++) {
      const major = this.bytes[this.at]! >> 5;
      if (major > majors.negative) {
        this.skip();
        this.skip();
        continue;
      }
      const key = this.integer();
      const value = this.at;
      take(key);
      if (this.at === value) this.skip();
    }
  }

  skip(): void {
    const major = this.#head();
    const value = this.#value;
    if (major === majors.array || major === majors.map) {
      const items = major === majors.map && value > 0 ? value * 2 : value;
      for (let index = 0; !this.isEnd(items, index); index++) this.skip();
    } else if (major === majors.bytes || major === majors.text) {
      if (value < 0) this.#chunks(major);
      else this.at += value;
    }
  }

  /** Reads the head of an item behind its tags; returns its major type. The value is -1 if the end is marked. */
  #head(): number {
    const { bytes } = this;
    const first = bytes[this.at]!;
    const major = first >> 5;
    const information = first & 31;
    if (information === indefinite) {
      if (major < majors.bytes || major > majors.map) throw damaged();
      this.at++;
      this.#value = -1;
      return major;
    }
    const length = headLength(information);
    this.#value = length === 1 ? information : unsigned(bytes, this.at + 1, length - 1);
    this.at += length;
    return major === majors.tag ? this.#head() : major;
  }

  /** A string in pieces, of which none is in pieces itself. */
  #chunks(major: number): Uint8Array {
    const pieces: Uint8Array[] = [];
    for (let index = 0; !this.isEnd(-1, index); index++) {
      if (this.#head() !== major || this.#value < 0) throw damaged();
      pieces.push(this.bytes.subarray(this.at, this.at + this.#value));
      this.at += this.#value;
    }
    return pieces.length === 0 ? nothing : Buffer.concat(pieces);
  }
}
