import type { PacketSink } from '../capture-source.ts';
import type { PacketReader } from '../packet-reader.ts';
import { Block, type BlockState } from './block.ts';
import { CborCursor } from './cbor-cursor.ts';
import { CborMeasure, damaged, headLength, majors, unsigned } from './cbor-measure.ts';
import { composerBytes } from './message-composer.ts';
import { type BlockParameters, readPreamble } from './parameters.ts';

/** A file begins with an array of three, or one whose end is marked, and this text. */
const typeText = Buffer.from('\x65C-DNS', 'latin1');
const arrayOfThree = 0x83;
const endedArray = 0x9f;
const breakMark = 0xff;
/** Items of a block that are given at a time, before others have their turn. */
const itemsAtOnce = 2_048;

/** Tells whether a file is C-DNS by its first four octets. */
export function isCdns(first: Uint8Array): boolean {
  return (
    (first[0] === arrayOfThree || first[0] === endedArray) &&
    typeText.subarray(0, 3).every((octet, index) => octet === first[index + 1])
  );
}

type Part = 'head' | 'preamble' | 'list' | 'block' | 'end';

/**
 * A C-DNS reader reads files of C-DNS (RFC 8618), several of which may follow each other. Each query and each response is put together
 * from what the file tells of it. Address events are counted, and are no packets.
 */
export class CdnsReader implements PacketReader {
  readonly #state: BlockState = { bytes: composerBytes(), packets: 0, lastTime: 0, exchange: 0, events: {} };
  readonly #measure = new CborMeasure();
  #part: Part = 'head';
  #isFileEnded = false;
  #parameters: BlockParameters[] = [];
  /** Blocks still to come; -1 if their end is marked. */
  #blocks = 0;
  #block: Block | undefined;
  #blockLength = 0;

  get packets(): number {
    return this.#state.packets;
  }

  /** How often each kind of event was counted for an address. */
  get events(): Readonly<Record<string, number>> {
    return this.#state.events;
  }

  /** Whether messages of the block that is being read are still to be given. */
  get isPending(): boolean {
    return this.#block !== undefined;
  }

  get isComplete(): boolean {
    return this.#part === 'head';
  }

  read(bytes: Uint8Array, start: number, end: number, sink: PacketSink): number {
    let at = start;
    for (;;) {
      const length = this.#step(bytes, at, end, sink);
      if (length < 0) return at - start;
      at += length;
    }
  }

  /** Takes the next part; returns its length, -1 if it is not there yet or was not given whole. */
  #step(bytes: Uint8Array, at: number, end: number, sink: PacketSink): number {
    if (this.#part === 'block') return this.#readBlock(bytes, at, end, sink);
    if (at >= end) return -1;
    if (this.#part === 'head') return this.#readHead(bytes, at, end);
    if (this.#part === 'list') return this.#readList(bytes, at, end);
    if (this.#part === 'end') {
      if (bytes[at] !== breakMark) throw damaged();
      this.#part = 'head';
      return 1;
    }
    const length = this.#measure.measure(bytes, at, end);
    if (length < 0) return -1;
    this.#parameters = readPreamble(new CborCursor(bytes, at));
    this.#part = 'list';
    return length;
  }

  #readHead(bytes: Uint8Array, at: number, end: number): number {
    const length = 1 + typeText.length;
    if (end - at < length) return -1;
    if (!isCdns(bytes.subarray(at, at + 4)) || !typeText.equals(bytes.subarray(at + 1, at + length)))
      throw damaged();
    this.#isFileEnded = bytes[at] === endedArray;
    this.#part = 'preamble';
    return length;
  }

  #readList(bytes: Uint8Array, at: number, end: number): number {
    const first = bytes[at]!;
    if (first >> 5 !== majors.array) throw damaged();
    if (first === endedArray) {
      this.#blocks = -1;
      this.#part = 'block';
      return 1;
    }
    const length = headLength(first & 31);
    if (at + length > end) return -1;
    this.#blocks = length === 1 ? first & 31 : unsigned(bytes, at + 1, length - 1);
    this.#part = 'block';
    return length;
  }

  #readBlock(bytes: Uint8Array, at: number, end: number, sink: PacketSink): number {
    if (this.#blocks === 0 || (this.#blocks < 0 && at < end && bytes[at] === breakMark)) {
      this.#part = this.#isFileEnded ? 'end' : 'head';
      return this.#blocks === 0 ? 0 : 1;
    }
    if (this.#block === undefined) {
      const length = this.#measure.measure(bytes, at, end);
      if (length < 0) return -1;
      this.#blockLength = length;
      this.#block = new Block(bytes, at, at + length, this.#parameters, this.#state);
    }
    if (this.#block.give(itemsAtOnce, sink)) return -1;
    this.#block = undefined;
    if (this.#blocks > 0) this.#blocks--;
    return this.#blockLength;
  }
}
