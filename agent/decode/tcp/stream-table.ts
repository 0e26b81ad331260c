import type { Packet } from '../packet.ts';
import { Stream } from './stream.ts';

/**
 * The stream table holds the connections followed, in fixed size: chained buckets under a seeded hash, and a list by
 * last use, whose oldest member makes room for a new one.
 */
export class StreamTable {
  evicted = 0;
  readonly #streams: Stream[] = [];
  readonly #capacity: number;
  readonly #buckets: Int32Array;
  readonly #mask: number;
  readonly #seed = (Math.random() * 0x1_0000_0000) | 0;
  readonly #onRelease: (stream: Stream) => void;
  #free: number[] = [];
  #newest = -1;
  #oldest = -1;

  constructor(capacity: number, onRelease: (stream: Stream) => void) {
    this.#capacity = Math.max(1, capacity);
    const size = 2 ** Math.ceil(Math.log2(this.#capacity * 2));
    this.#buckets = new Int32Array(size).fill(-1);
    this.#mask = size - 1;
    this.#onRelease = onRelease;
  }

  get size(): number {
    return this.#streams.length - this.#free.length;
  }

  /** Finds the packet's connection, or undefined. A found one becomes the newest. */
  find(packet: Packet): Stream | undefined {
    for (let at = this.#buckets[this.#bucketOf(packet)]!; at >= 0; ) {
      const stream = this.#streams[at]!;
      if (isSameNetwork(stream, packet) && (isFirst(stream, packet) || isSecond(stream, packet))) {
        this.#unlink(at, stream);
        this.#link(at, stream);
        stream.lastSeen = packet.time;
        return stream;
      }
      at = stream.chain;
    }
    return undefined;
  }

  add(packet: Packet): Stream {
    if (this.#free.length === 0 && this.#streams.length >= this.#capacity) {
      this.evicted++;
      this.#releaseAt(this.#oldest);
    }
    let at = this.#free.pop();
    if (at === undefined) {
      at = this.#streams.length;
      this.#streams.push(new Stream());
    }
    const stream = this.#streams[at]!;
    stream.addresses.set(packet.addresses);
    stream.firstPort = packet.sourcePort;
    stream.secondPort = packet.destinationPort;
    stream.encapsulated = packet.encapsulated;
    stream.network = packet.network;
    stream.lastSeen = packet.time;
    stream.bucket = this.#bucketOf(packet);
    stream.chain = this.#buckets[stream.bucket]!;
    this.#buckets[stream.bucket] = at;
    this.#link(at, stream);
    return stream;
  }

  release(stream: Stream): void {
    for (let at = this.#buckets[stream.bucket]!; at >= 0; at = this.#streams[at]!.chain) {
      if (this.#streams[at] === stream) {
        this.#releaseAt(at);
        return;
      }
    }
  }

  /** Forgets the connections without a segment for so long, or since before the clock was put back so far. */
  expire(now: number, timeout: number): void {
    while (this.#oldest >= 0 && Math.abs(now - this.#streams[this.#oldest]!.lastSeen) > timeout)
      this.#releaseAt(this.#oldest);
  }

  /** Forgets the connection that was silent longest; false when there is none. */
  releaseOldest(): boolean {
    if (this.#oldest < 0) return false;
    this.#releaseAt(this.#oldest);
    return true;
  }

  #releaseAt(at: number): void {
    const stream = this.#streams[at]!;
    this.#unlink(at, stream);
    if (this.#buckets[stream.bucket] === at) this.#buckets[stream.bucket] = stream.chain;
    else {
      let before = this.#buckets[stream.bucket]!;
      while (this.#streams[before]!.chain !== at) before = this.#streams[before]!.chain;
      this.#streams[before]!.chain = stream.chain;
    }
    this.#free.push(at);
    this.#onRelease(stream);
    stream.reset();
  }

  #link(at: number, stream: Stream): void {
    stream.older = this.#newest;
    stream.newer = -1;
    if (this.#newest >= 0) this.#streams[this.#newest]!.newer = at;
    else this.#oldest = at;
    this.#newest = at;
  }

  #unlink(at: number, stream: Stream): void {
    if (stream.newer >= 0) this.#streams[stream.newer]!.older = stream.older;
    else if (this.#newest === at) this.#newest = stream.older;
    if (stream.older >= 0) this.#streams[stream.older]!.newer = stream.newer;
    else if (this.#oldest === at) this.#oldest = stream.newer;
  }

  /** The same for both directions, so the two ends are added up. */
  #bucketOf(packet: Packet): number {
    const words = packet.addresses;
    let hash = this.#seed;
    for (let index = 0; index < 4; index++) {
      hash = Math.imul(hash ^ (words[index]! + words[index + 4]!), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (packet.sourcePort + packet.destinationPort), 0x85ebca6b);
    return (hash ^ (hash >>> 13)) & this.#mask;
  }
}

/** Whether the tags name one network; one direction may come without. */
function isSameNetwork(stream: Stream, packet: Packet): boolean {
  return stream.network === packet.network || stream.network === 0 || packet.network === 0;
}

/** Tells whether the packet goes in the direction of the connection's first segment. */
export function isFirst(stream: Stream, packet: Packet): boolean {
  if (stream.firstPort !== packet.sourcePort || stream.secondPort !== packet.destinationPort) return false;
  for (let index = 0; index < 8; index++) {
    if (stream.addresses[index] !== packet.addresses[index]) return false;
  }
  return true;
}

function isSecond(stream: Stream, packet: Packet): boolean {
  if (stream.secondPort !== packet.sourcePort || stream.firstPort !== packet.destinationPort) return false;
  for (let index = 0; index < 4; index++) {
    if (stream.addresses[index] !== packet.addresses[index + 4]) return false;
    if (stream.addresses[index + 4] !== packet.addresses[index]) return false;
  }
  return true;
}
