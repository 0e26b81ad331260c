import { copyOf } from '../decode/copy-of.ts';
import { maxHelloBytes } from './client-hello.ts';

/** Parts that came ahead of others, at most; what a part takes beside its octets. */
const mostParts = 32;
const partOverhead = 540;
/** Octets that may be kept: a whole hello with the headers around it. */
const mostBytes = maxHelloBytes + 1_024;

interface Part {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The hello bytes are the first octets that a client sent, put together of parts that come in any order. */
export class HelloBytes {
  #bytes = new Uint8Array(0);
  #length = 0;
  readonly #early: Part[] = [];
  #earlyBytes = 0;

  /** The octets from the first one on, without a gap. */
  get ready(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes of memory. */
  get memory(): number {
    return this.#bytes.length + this.#earlyBytes;
  }

  /**
   * Adds `bytes[start, end)` at an offset. What is there already stays as it came first; what lies beyond the bound, as a forged
   * part may, or is too much to be kept until its turn, is passed over.
   */
  add(offset: number, bytes: Uint8Array, start: number, end: number): void {
    if (offset + end - start > mostBytes) return;
    if (offset > this.#length) {
      this.#hold(offset, bytes, start, end);
      return;
    }
    this.#append(offset, bytes, start, end);
    for (let taken = true; taken; ) {
      taken = false;
      for (const [index, part] of this.#early.entries()) {
        if (part.offset > this.#length) continue;
        this.#early.splice(index, 1);
        this.#earlyBytes -= part.bytes.length + partOverhead;
        this.#append(part.offset, part.bytes, 0, part.bytes.length);
        taken = true;
        break;
      }
    }
  }

  #hold(offset: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.#early.some((part) => part.offset === offset && part.bytes.length >= end - start)) return;
    if (this.#early.length >= mostParts) return;
    this.#early.push({ offset, bytes: copyOf(bytes, start, end) });
    this.#earlyBytes += end - start + partOverhead;
  }

  #append(offset: number, bytes: Uint8Array, start: number, end: number): void {
    const from = start + this.#length - offset;
    if (from >= end) return;
    const needed = this.#length + end - from;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(mostBytes, this.#bytes.length * 2)));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(from, end), this.#length);
    this.#length = needed;
  }
}
