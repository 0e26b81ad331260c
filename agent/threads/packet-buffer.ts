import type { PacketSink } from '../capture/capture-source.ts';
import type { SharedOctets } from './messages.ts';

/** Octets before each packet: its time, link type, length on the wire and captured length, the last of them -1 for an interface's name. */
const headerBytes = 24;
const nameMark = -1;
const alignment = 8;

/** The number of memory that is made for one packet larger than a buffer. */
export const oneTimeMemory = 0;

/** A packet buffer holds packets one behind the other, in memory that several threads see. */
export class PacketBuffer {
  readonly memory: SharedArrayBuffer;
  /** The number that threads know the memory by; `oneTimeMemory` if it is used once. */
  readonly number: number;
  /** Octets written so far. */
  length = 0;
  /** Whether the threads were given the memory. */
  #isKnown = false;
  readonly #bytes: Buffer;
  readonly #integers: Int32Array;
  readonly #times: Float64Array;

  constructor(size: number, number: number) {
    this.number = number;
    this.memory = new SharedArrayBuffer(aligned(size));
    this.#bytes = Buffer.from(this.memory);
    this.#integers = new Int32Array(this.memory);
    this.#times = new Float64Array(this.memory);
  }

  get size(): number {
    return this.memory.byteLength;
  }

  clear(): void {
    this.length = 0;
  }

  /** Returns what was written, for the threads. */
  share(): SharedOctets {
    const memory = this.#isKnown ? undefined : this.memory;
    this.#isKnown = true;
    return { number: this.number, memory, length: this.length };
  }

  /** Takes as many of the octets `bytes[start, end)` as fit, and returns how many. */
  addOctets(bytes: Uint8Array, start: number, end: number): number {
    const count = Math.min(end - start, this.size - this.length);
    this.#bytes.set(bytes.subarray(start, start + count), this.length);
    this.length += count;
    return count;
  }

  addPacket(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    const at = this.length;
    this.#times[at >> 3] = microseconds;
    const word = at >> 2;
    this.#integers[word + 2] = linkType;
    this.#integers[word + 3] = originalLength;
    this.#integers[word + 4] = end - start;
    // Not by `set`, which wants an array made for the part.
    Buffer.prototype.copy.call(bytes, this.#bytes, at + headerBytes, start, end);
    this.length = at + bytesFor(end - start);
  }

  /** Notes that the packets from here on came in by this interface. */
  addInput(name: Buffer): void {
    const word = this.length >> 2;
    this.#integers[word + 3] = name.length;
    this.#integers[word + 4] = nameMark;
    name.copy(this.#bytes, this.length + headerBytes);
    this.length += bytesFor(name.length);
  }
}

/** Octets that a packet, or a name, of so many takes in a buffer. */
export function bytesFor(count: number): number {
  return headerBytes + aligned(count);
}

/** Gives a sink the packets that these octets hold, which begin at a multiple of eight in their memory. */
export function readPackets(bytes: Buffer, length: number, sink: PacketSink): void {
  const integers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const times = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length >> 3);
  for (let at = 0; at < length; ) {
    const word = at >> 2;
    const start = at + headerBytes;
    const captured = integers[word + 4]!;
    const original = integers[word + 3]!;
    if (captured === nameMark) {
      sink.input?.(bytes.toString('utf8', start, start + original));
      at += bytesFor(original);
    } else {
      sink.packet(bytes, start, start + captured, original, times[at >> 3]!, integers[word + 2]!);
      at += bytesFor(captured);
    }
  }
}

function aligned(count: number): number {
  return (count + alignment - 1) & -alignment;
}
