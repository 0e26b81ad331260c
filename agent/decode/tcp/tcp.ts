import { malformed } from '@sonde/shared/message/malformed.ts';
import { layers } from '../layers.ts';
import type { MessageHandler } from '../message-handler.ts';
import { Packet } from '../packet.ts';
import { proxyHeaderBytes } from '../proxy-header.ts';
import { SourceShares } from '../source-shares.ts';
import { findMessageStart, maxSearchWork, mostStartBytes } from './message-start.ts';
import type { Stream } from './stream.ts';
import { distance, type StreamDirection } from './stream-direction.ts';
import { isFirst, StreamTable } from './stream-table.ts';

const fin = 1;
const syn = 2;
const reset = 4;
const acknowledgement = 16;
/** Memory for early segments of one direction, and their number: beyond them the gap counts as lost. */
const maxHeldBytes = 512 * 1024;
const maxHeldSegments = 256;
const lengthBytes = 2;
/** Microseconds by which a capture may bring an acknowledgement before the segment that it is for. */
const disorder = 10_000;

export interface StreamLimits {
  readonly maxStreams: number;
  readonly streamTimeout: number;
  readonly maxStreamBytes: number;
  readonly sourceSeed?: number | undefined;
}

/** An octet follower takes the octets of connections as they are, in place of the messages in them. */
export interface OctetFollower {
  /** Takes the next octets of one direction, in order, from the connection's beginning on. */
  octets(
    packet: Packet,
    stream: Stream,
    fromFirst: boolean,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void;
  /** Is told that octets of the connection are lacking: what follows can't be understood. */
  lost(stream: Stream): void;
  released(stream: Stream): void;
}

/**
 * The TCP decoder follows TCP connections and takes DNS messages, each behind its length (RFC 1035 section 4.2.2), out
 * of them.
 */
export class Tcp {
  /** Gaps that no segment filled; totals. */
  holes = 0;
  /** Segments in which no message could be found, of streams joined midway or behind a gap. */
  unread = 0;
  /** Streams given up since what their sender had kept was more than its share. */
  overShare = 0;
  readonly #limits: StreamLimits;
  readonly #handler: MessageHandler;
  readonly #table: StreamTable;
  #memory = 0;
  readonly #shares: SourceShares;
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;
  #packet: Packet | undefined;
  /** Undefined if messages are looked for. */
  readonly #follower: OctetFollower | undefined;
  readonly #released = new Packet();
  readonly #work = { left: maxSearchWork };

  constructor(limits: StreamLimits, handler: MessageHandler, follower?: OctetFollower) {
    this.#follower = follower;
    this.#limits = limits;
    this.#shares = new SourceShares(limits.sourceSeed);
    this.#handler = handler;
    this.#table = new StreamTable(limits.maxStreams, (stream) => this.#onRelease(stream));
  }

  get streams(): number {
    return this.#table.size;
  }

  get evicted(): number {
    return this.#table.evicted;
  }

  /** Takes the segment at the packet's position, whose ports have been read. */
  segment(packet: Packet): void {
    const { bytes, position: at } = packet;
    packet.layer = layers.done;
    const dataOffset = (bytes[at + 12]! >> 4) * 4;
    if (dataOffset < 20 || !packet.has(dataOffset)) return;
    this.#packet = packet;
    this.#work.left = maxSearchWork;
    const flags = bytes[at + 13]!;
    const start = at + dataOffset;
    const empty = start >= packet.end;
    let stream = this.#table.find(packet);
    // A SYN of the side that opened the connection before begins a new one on the same ports.
    if (stream !== undefined && (flags & (syn | acknowledgement)) === syn && this.#isNew(stream, packet)) {
      this.#table.release(stream);
      stream = undefined;
    }
    if (stream === undefined) {
      if ((flags & (reset | fin)) !== 0 && empty) return;
      if (empty && (flags & syn) === 0) return;
      stream = this.#table.add(packet);
    }
    this.#time(stream, packet, flags);
    const own = isFirst(stream, packet) ? stream.first : stream.second;
    const before = own.memory;
    let sequence = (packet.uint16(at + 4) << 16) | packet.uint16(at + 6);
    if ((flags & syn) !== 0) {
      sequence = (sequence + 1) | 0;
      if (!own.known) {
        this.#begin(own, sequence);
        own.fresh = true;
      }
    }
    // First what the other side sent before: this segment may be the answer to it.
    const other = own === stream.first ? stream.second : stream.first;
    if (other.held.length > 0 && (flags & acknowledgement) !== 0) this.#acknowledge(other, stream, packet);
    if (!empty) this.#take(own, stream, sequence, bytes, start, packet.end);
    if (packet.cut && own.known) {
      // The capture kept a part of the segment only: what follows is found again as in a stream joined midway.
      this.#lose(own);
      this.#follower?.lost(stream);
      own.known = false;
    }
    this.#count(own, packet, own.memory - before);
    if ((flags & fin) !== 0) own.finished = true;
    if ((flags & reset) !== 0 || (stream.first.finished && stream.second.finished))
      this.#table.release(stream);
    else if (own.source >= 0 && this.#shares.isOver(own.source, this.#limits.maxStreamBytes)) {
      this.overShare++;
      this.#table.release(stream);
    }
    while (this.#memory > this.#limits.maxStreamBytes && this.#table.releaseOldest());
  }

  expire(now: number): void {
    this.#work.left = maxSearchWork;
    this.#table.expire(now, this.#limits.streamTimeout);
  }

  /** Forgets all connections; messages that had begun count as lost. */
  end(): void {
    while (this.#table.releaseOldest());
  }

  #isNew(stream: Stream, packet: Packet): boolean {
    const own = isFirst(stream, packet) ? stream.first : stream.second;
    const at = packet.position;
    const sequence = (packet.uint16(at + 4) << 16) | packet.uint16(at + 6);
    return own.known && distance(sequence + 1, own.expected) !== 0;
  }

  #begin(own: StreamDirection, sequence: number): void {
    own.known = true;
    own.aligned = true;
    own.expected = sequence;
  }

  /** The handshake takes one round trip wherever the tap is: from the SYN to the ACK that ends it. */
  #time(stream: Stream, packet: Packet, flags: number): void {
    if ((flags & syn) !== 0) {
      if ((flags & acknowledgement) !== 0) stream.synAcknowledged = stream.synAt > 0;
      else stream.synAt = packet.time;
    } else if (stream.synAcknowledged && stream.roundTrip === 0 && isFirst(stream, packet)) {
      stream.roundTrip = Math.max(1, packet.time - stream.synAt);
    }
  }

  #take(
    own: StreamDirection,
    stream: Stream,
    sequence: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    if (!own.known) {
      if (this.#follower !== undefined) return;
      // A stream joined midway is begun where a message is seen to begin.
      const skipped = this.#findMessage(own, sequence, bytes, start, end);
      if (skipped < 0) return;
      this.#begin(own, (sequence + skipped) | 0);
      this.#consume(own, stream, bytes, start + skipped, end);
      return;
    }
    const ahead = distance(sequence, own.expected);
    if (ahead > 0) {
      own.hold(sequence, bytes, start, end, stream.lastSeen);
      if (own.heldBytes > maxHeldBytes || own.held.length > maxHeldSegments) this.#skipHole(own, stream);
      return;
    }
    // Sent again with something else in it, it is no repetition: one of the two may be forged.
    if (ahead + end - start <= 0) {
      if (own.isOtherContent(this.#seed, sequence, bytes, start, end))
        this.#emit(stream, bytes, start + lengthBytes, start + own.lastLength);
      return;
    }
    this.#consume(own, stream, bytes, start - ahead, end);
    this.#consumeHeld(own, stream);
  }

  #consumeHeld(own: StreamDirection, stream: Stream): void {
    for (let next = own.held[0]; next !== undefined; next = own.held[0]) {
      const ahead = distance(next.sequence, own.expected);
      if (ahead > 0) return;
      own.takeHeld();
      // Not `-ahead`: that is -0 for 0, a number that is no small integer, and slows down whatever reads on with it for good.
      this.#consume(own, stream, next.bytes, 0 - ahead, next.bytes.length);
    }
  }

  /** A gap whose bytes the other side has acknowledged is one of the capture: what is lacking will not come again. */
  #acknowledge(own: StreamDirection, stream: Stream, packet: Packet): void {
    const at = packet.position;
    const acknowledged = (packet.uint16(at + 8) << 16) | packet.uint16(at + 10);
    if (distance(acknowledged, own.held[0]!.sequence) < 0 || packet.time - own.heldSince < disorder) return;
    const before = own.memory;
    stream.describe(this.#released, own === stream.first);
    this.#released.time = own.heldSince;
    this.#packet = this.#released;
    this.#skipHole(own, stream);
    this.#count(own, this.#released, own.memory - before);
    this.#packet = packet;
  }

  /** Takes the gap before the first held segment for lost, and looks for the next message behind it. */
  #skipHole(own: StreamDirection, stream: Stream): void {
    const next = own.held[0];
    if (next === undefined) return;
    this.holes++;
    this.#lose(own);
    this.#follower?.lost(stream);
    own.expected = next.sequence;
    this.#consumeHeld(own, stream);
  }

  #lose(own: StreamDirection): void {
    if (own.partialLength > 0 && !own.aligned) this.#passOver(own);
    else if (own.partialLength > 0) this.#handler.lostMessage(malformed.streamCut);
    own.dropPartial();
    own.aligned = false;
  }

  /** Takes bytes in order. Those before `start` were seen already; what is left may hold many messages or a part of one. */
  #consume(own: StreamDirection, stream: Stream, bytes: Uint8Array, start: number, end: number): void {
    if (start >= end) return;
    const sequence = own.expected;
    own.expected = (own.expected + end - start) | 0;
    if (this.#follower !== undefined) {
      this.#follower.octets(this.#packet!, stream, own === stream.first, bytes, start, end);
      return;
    }
    let at = start;
    if (!own.aligned) {
      const skipped = this.#findMessage(own, sequence, bytes, at, end);
      if (skipped < 0) return;
      own.aligned = true;
      at += skipped;
    }
    if (own.fresh) {
      own.fresh = false;
      at += proxyHeaderBytes(bytes, at, end);
    }
    if (own.partialLength > 0) at = this.#finishPartial(own, stream, bytes, at, end);
    while (end - at >= 2) {
      const length = (bytes[at]! << 8) | bytes[at + 1]!;
      if (end - at - 2 < length) break;
      own.note(
        this.#seed,
        (own.expected - (end - at)) | 0,
        bytes,
        at + lengthBytes,
        at + lengthBytes + length,
      );
      this.#emit(stream, bytes, at + lengthBytes, at + lengthBytes + length);
      at += lengthBytes + length;
    }
    if (at < end) own.keep(bytes, at, end);
  }

  /**
   * Looks for the beginning of a message in bytes of a stream that was joined midway or has a gap before them. Returns how many of them are
   * before it: 0 also if it began in segments before, whose bytes are kept as those of an unfinished message then. -1 if there is none so
   * far; where one may begin is kept until what follows shows it, so that senders may write as few octets at a time as they like.
   */
  #findMessage(
    own: StreamDirection,
    sequence: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): number {
    if (own.partialLength > 0 && sequence !== own.searchedTo) this.#passOver(own);
    const before = own.partialLength;
    if (before > 0) {
      own.keep(bytes, start, Math.min(end, start + mostStartBytes));
      const found = findMessageStart(own.partial, 0, own.partialLength, before, this.#work);
      if (found !== undefined) {
        if (found.at > own.uncounted) this.#countUnread();
        own.uncounted = Math.max(0, (found.at > own.uncounted ? before : own.uncounted) - found.at);
        own.keepFrom(found.at, found.isOpen ? own.partialLength : before);
        own.searchedTo = (sequence + end - start) | 0;
        return found.isOpen ? -1 : 0;
      }
      own.keepFrom(0, before);
      this.#passOver(own);
    }
    const found = findMessageStart(bytes, start, end, end, this.#work);
    if (found?.at !== start) this.#countUnread();
    if (found === undefined) return -1;
    if (!found.isOpen) return found.at - start;
    own.keep(bytes, found.at, end);
    own.uncounted = found.at === start ? 0 : own.partialLength;
    own.searchedTo = (sequence + end - start) | 0;
    return -1;
  }

  /** Gives up bytes in which a message might have begun. */
  #passOver(own: StreamDirection): void {
    if (own.uncounted < own.partialLength) this.#countUnread();
    own.dropPartial();
  }

  #countUnread(): void {
    this.unread++;
    this.#handler.lostMessage(malformed.streamUnread);
  }

  /** Counts memory that a direction took or gave back, in all and for who sends in it. */
  #count(own: StreamDirection, packet: Packet, change: number): void {
    if (change === 0) return;
    if (own.source < 0) own.source = this.#shares.sourceOf(packet.addresses);
    this.#memory += change;
    this.#shares.count(own.source, change);
  }

  #finishPartial(
    own: StreamDirection,
    stream: Stream,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): number {
    let at = start;
    if (own.partialLength === 1) own.keep(bytes, at, ++at);
    const needed = 2 + ((own.partial[0]! << 8) | own.partial[1]!) - own.partialLength;
    const taken = Math.min(needed, end - at);
    own.keep(bytes, at, at + taken);
    if (taken === needed) {
      const behind = (own.expected - (end - at - taken)) | 0;
      own.note(this.#seed, (behind - own.partialLength) | 0, own.partial, lengthBytes, own.partialLength);
      this.#emit(stream, own.partial, lengthBytes, own.partialLength);
      own.dropPartial();
    }
    return at + taken;
  }

  #emit(stream: Stream, bytes: Uint8Array, start: number, end: number): void {
    const packet = this.#packet!;
    this.#handler.message(packet, bytes, start, end, false, true, stream.roundTrip);
  }

  /** What a connection still holds is given out as if its last segment had brought it. */
  #onRelease(stream: Stream): void {
    const current = this.#packet;
    this.#packet = this.#released;
    for (const own of [stream.first, stream.second]) {
      const memory = own.memory;
      if (own.held.length > 0 || own.partialLength > 0) {
        stream.describe(this.#released, own === stream.first);
        while (own.held.length > 0) this.#skipHole(own, stream);
        this.#lose(own);
      }
      if (own.source >= 0) this.#count(own, this.#released, -memory);
    }
    this.#follower?.released(stream);
    this.#packet = current;
  }
}
