import { copyOf } from '../copy-of.ts';

const maxBytes = 65_535;
const maxFragments = 128;
/** What a kept piece takes beside its bytes, as measured for segments of TCP, and a datagram beside its pieces. */
const pieceOverhead = 600;
export const datagramOverhead = 600;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** A datagram is put together while its fragments come in, in any order. */
export class Datagram {
  readonly startedAt: number;
  readonly source: number;
  /** Bytes of memory, for the sum over all datagrams. */
  heldBytes = datagramOverhead;
  /** Bytes of the whole payload, 0 until the last fragment came. */
  length = 0;
  /** Whether its first fragment showed that it holds a DNS message. */
  isMessage = false;
  /** What came so far, in order. Room for the whole is made when it is there: a first octet may promise 64 KiB. */
  readonly #pieces: Piece[] = [];
  #spoiled = false;

  /** `source` is a number that stands for its sender. */
  constructor(startedAt: number, source: number) {
    this.startedAt = startedAt;
    this.source = source;
  }

  /**
   * Adds `bytes[from, to)` at an offset. An exact repetition is ignored. Any other overlap spoils the datagram for good,
   * as RFC 5722 section 4 demands for IPv6; for IPv4 it is the one rule under which sensor and host can't differ.
   */
  add(
    bytes: Uint8Array,
    from: number,
    to: number,
    offset: number,
    more: boolean,
  ): 'incomplete' | 'complete' | 'overlapping' {
    if (this.#spoiled) return 'incomplete';
    const end = offset + to - from;
    const beyond = this.length > 0 && (end > this.length || (!more && end !== this.length));
    // All fragments but the last carry a multiple of eight bytes.
    const crooked = more && ((to - from) % 8 !== 0 || to === from);
    if (end > maxBytes || beyond || crooked) return this.#spoil();
    const at = this.#pieces.findIndex((piece) => piece.start >= offset);
    const following = at < 0 ? undefined : this.#pieces[at];
    const previous = at < 0 ? this.#pieces.at(-1) : this.#pieces[at - 1];
    if (following !== undefined && following.start === offset && following.end === end) return 'incomplete';
    if ((previous?.end ?? 0) > offset || (following?.start ?? maxBytes) < end) return this.#spoil();
    if (this.#pieces.length >= maxFragments) return this.#spoil();
    this.#pieces.splice(at < 0 ? this.#pieces.length : at, 0, {
      start: offset,
      end,
      bytes: copyOf(bytes, from, to),
    });
    this.heldBytes += to - from + pieceOverhead;
    if (!more) this.length = end;
    return this.#isComplete() ? 'complete' : 'incomplete';
  }

  /** Returns the whole payload, once `add` has said that it is complete. */
  join(): Uint8Array {
    const whole = new Uint8Array(this.length);
    for (const { start, bytes } of this.#pieces) whole.set(bytes, start);
    return whole;
  }

  #isComplete(): boolean {
    if (this.length === 0) return false;
    let reached = 0;
    for (const piece of this.#pieces) {
      if (piece.start !== reached) return false;
      reached = piece.end;
    }
    return reached === this.length;
  }

  #spoil(): 'overlapping' {
    this.#spoiled = true;
    this.heldBytes = datagramOverhead;
    this.#pieces.length = 0;
    return 'overlapping';
  }
}
