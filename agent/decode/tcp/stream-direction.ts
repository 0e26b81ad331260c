import { copyOf } from '../copy-of.ts';

/** A later segment that waits for the ones before it. */
interface HeldSegment {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** What a held segment takes beside its bytes: the object, its array, that array's buffer (521 octets measured with Node 24). */
const segmentOverhead = 540;

/**
 * Computes how far `a` is behind (negative) or ahead of `b` in sequence arithmetic modulo 2^32 (RFC 9293 section 3.4).
 */
export function distance(a: number, b: number): number {
  return (a - b) | 0;
}

/** A stream direction holds the state of one direction of a connection. */
export class StreamDirection {
  /** Next sequence number expected; meaningless until `known`. */
  expected = 0;
  known = false;
  /** Whether `expected` is known to be the beginning of a message's length prefix. */
  aligned = false;
  /** Whether its first bytes are still to come. */
  fresh = false;
  /** Bytes of an unfinished message, its length prefix included; before `aligned`, those in which one may begin. */
  partial = new Uint8Array(0);
  partialLength = 0;
  readonly held: HeldSegment[] = [];
  /** Of memory, with what each segment takes beside its bytes. */
  heldBytes = 0;
  /** The sequence number behind the bytes in which a message may begin. */
  searchedTo = 0;
  /** The first of these bytes that no segment which was counted as unread brought. */
  uncounted = 0;
  /** The message before, with its length: the sequence number that it begins at, its octets, and a number that stands for what it says. */
  lastAt = 0;
  lastLength = 0;
  lastContent = 0;
  /** Whom what it keeps is counted for; -1 until it keeps something. */
  source = -1;
  /** The time at which the first of the held segments came. */
  heldSince = 0;
  finished = false;

  reset(): void {
    this.known = false;
    this.aligned = false;
    this.fresh = false;
    this.finished = false;
    if (this.partial.length > 0) this.partial = new Uint8Array(0);
    this.partialLength = 0;
    if (this.held.length > 0) this.held.length = 0;
    this.heldBytes = 0;
    this.source = -1;
    this.lastLength = 0;
  }

  /** Bytes of memory, for the sum over all streams. */
  get memory(): number {
    return this.partial.length + this.heldBytes;
  }

  hold(sequence: number, bytes: Uint8Array, start: number, end: number, time: number): void {
    if (this.held.length === 0) this.heldSince = time;
    let at = this.held.length;
    while (at > 0 && distance(this.held[at - 1]!.sequence, sequence) > 0) at--;
    const before = this.held[at - 1];
    if (before !== undefined && before.sequence === sequence && before.bytes.length >= end - start) return;
    this.held.splice(at, 0, { sequence, bytes: copyOf(bytes, start, end) });
    this.heldBytes += end - start + segmentOverhead;
  }

  /** Remembers the message `bytes[start, end)`, whose length stands before it. */
  note(seed: number, sequence: number, bytes: Uint8Array, start: number, end: number): void {
    this.lastAt = sequence;
    this.lastLength = end - start + 2;
    this.lastContent = contentOf(seed, bytes, start, end);
  }

  /** Tells whether octets that came before, `bytes[start, end)`, bring the message before with another content. */
  isOtherContent(seed: number, sequence: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { lastLength } = this;
    if (lastLength === 0 || sequence !== this.lastAt || end - start < lastLength) return false;
    if (((bytes[start]! << 8) | bytes[start + 1]!) !== lastLength - 2) return false;
    return contentOf(seed, bytes, start + 2, start + lastLength) !== this.lastContent;
  }

  takeHeld(): HeldSegment | undefined {
    const segment = this.held.shift();
    if (segment !== undefined) this.heldBytes -= segment.bytes.length + segmentOverhead;
    return segment;
  }

  /** Appends to the unfinished message. */
  keep(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.partialLength + end - start;
    if (needed > this.partial.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(65_537, this.partial.length * 2), 256));
      grown.set(this.partial.subarray(0, this.partialLength));
      this.partial = grown;
    }
    for (let at = start; at < end; at++) this.partial[this.partialLength++] = bytes[at]!;
  }

  /** Keeps `[from, to)` of what there is of the unfinished message. */
  keepFrom(from: number, to: number): void {
    this.partial.copyWithin(0, from, to);
    this.partialLength = to - from;
  }

  dropPartial(): void {
    this.partialLength = 0;
    if (this.partial.length > 4_096) this.partial = new Uint8Array(0);
  }
}

/** Computes a number that stands for octets; the seed is secret, so that nobody can make two contents look alike. */
function contentOf(seed: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
