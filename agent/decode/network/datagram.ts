const maxBytes = 65_535;
const maxFragments = 128;

/** One datagram while its fragments come in, in any order. */
export class Datagram {
  readonly startedAt: number;
  bytes = new Uint8Array(0);
  /** Bytes of the whole payload, 0 until the last fragment came. */
  length = 0;
  /** Whether its first fragment showed that it holds a DNS message. */
  isMessage = false;
  /** Start and end of the pieces so far, in order. */
  readonly #pieces: { start: number; end: number }[] = [];
  #spoiled = false;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  /** Bytes of memory, for the sum over all datagrams. */
  get heldBytes(): number {
    return this.bytes.length;
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
    this.#pieces.splice(at < 0 ? this.#pieces.length : at, 0, { start: offset, end });
    if (!more) this.length = end;
    this.#grow(end);
    this.bytes.set(bytes.subarray(from, to), offset);
    return this.#isComplete() ? 'complete' : 'incomplete';
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

  #grow(needed: number): void {
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.min(maxBytes, Math.max(needed, this.bytes.length * 2, 2_048)));
    grown.set(this.bytes);
    this.bytes = grown;
  }

  #spoil(): 'overlapping' {
    this.#spoiled = true;
    this.bytes = new Uint8Array(0);
    this.#pieces.length = 0;
    return 'overlapping';
  }
}
