import { type Outcome, offsets, outcomes } from '@sonde/shared/batch/row-layout.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { storedPrefixBytes } from '../traffic/ingest/stored-rows.ts';
import { NameBook } from './names/name-book.ts';
import type { NameFacts } from './names/name-facts.ts';
import { AnswerAddresses } from './rows/answer-addresses.ts';
import { ByteInterner } from './rows/byte-interner.ts';
import { type Client, ClientBook } from './rows/client-book.ts';
import { RecordReader, type RecordView } from './rows/read-records.ts';
import { RowStepper } from './rows/row-stepper.ts';

/** Bytes of a row, about. */
const usualBytes = 160;

/**
 * `BatchRows` walks over stored rows for detectors: one reused view, values made when asked for. Call `next()`, then read
 * the properties of the current row; `rewind()` starts over for the next detector. The first walk remembers where each
 * row and each different name is; later ones only step.
 */
export class BatchRows {
  readonly bytes: Buffer;
  readonly #names: ByteInterner;
  readonly #stepper: RowStepper;
  /** Places of each row, one after the other: the start, the end of its query name, its own end; the name's number. */
  #places: Uint32Array;
  #scanned = 0;
  readonly #facts: (NameFacts | undefined)[] = [];
  readonly #book: NameBook;
  readonly #clients: ClientBook;
  readonly #addresses: AnswerAddresses;
  /** The row that the addresses are of, and the one that the client is of. */
  #addressesOf = -1;
  #clientOf = -1;
  #client: Client | undefined;
  readonly #records: RecordReader;
  #leftOut: Set<number> | undefined;
  #row = -1;
  #start = 0;
  // What nearly every detector asks of every row is read once.
  #locationId = 0;
  #observedSeconds = 0;
  #responseCode = 0;
  #queryType = 0;
  #answerCount = 0;

  /** The books know the names and clients of earlier batches. */
  constructor(bytes: Buffer, book = new NameBook(), clients = new ClientBook()) {
    this.bytes = bytes;
    this.#book = book;
    this.#clients = clients;
    this.#stepper = new RowStepper(bytes, storedPrefixBytes);
    this.#places = new Uint32Array(Math.ceil(bytes.length / usualBytes) * 4 + 4);
    this.#names = new ByteInterner(bytes);
    this.#addresses = new AnswerAddresses(bytes);
    this.#records = new RecordReader(bytes);
  }

  rewind(): void {
    this.#row = -1;
  }

  next(): boolean {
    do {
      if (this.#row + 1 === this.#scanned && !this.#scan()) return false;
      this.#row++;
    } while (this.#leftOut?.has(this.#row));
    const start = this.#places[this.#row * 4]!;
    const { bytes } = this;
    this.#start = start;
    this.#locationId = uint32(bytes, start - storedPrefixBytes);
    this.#observedSeconds = Math.floor(microseconds(bytes, start) / 1_000_000);
    this.#responseCode = uint16(bytes, start + offsets.responseCode);
    this.#queryType = uint16(bytes, start + offsets.queryType);
    this.#answerCount = uint16(bytes, start + offsets.answerCount);
    return true;
  }

  /** Leaves the current row out of the walks to come. */
  leaveOut(): void {
    this.#leftOut ??= new Set();
    this.#leftOut.add(this.#row);
  }

  /** The row as the agent wrote it. */
  get rowBytes(): Uint8Array {
    return this.bytes.subarray(this.#start, this.#places[this.#row * 4 + 2]);
  }

  get locationId(): number {
    return this.#locationId;
  }

  /** Gives the id of the sensor that saw the row. */
  get agentId(): number {
    return this.bytes.readUInt32LE(this.#start - storedPrefixBytes + 4);
  }

  /** Microseconds since 1970. */
  get observedAt(): number {
    return microseconds(this.bytes, this.#start);
  }

  get observedSeconds(): number {
    return this.#observedSeconds;
  }

  /** Tells which of the batch's different names the row asks for. */
  get nameId(): number {
    return this.#places[this.#row * 4 + 3]!;
  }

  get nameStart(): number {
    return this.#names.start(this.nameId);
  }

  get nameEnd(): number {
    return this.#names.end(this.nameId);
  }

  get queryName(): string {
    return this.name.text;
  }

  /** Gives what is known of the name by looking at it; worked out once for each different name of the batch. */
  get name(): NameFacts {
    const id = this.nameId;
    let facts = this.#facts[id];
    if (facts === undefined) {
      const names = this.#names;
      facts = this.#book.read(this.bytes, names.start(id), names.end(id), names.hash(id));
      this.#facts[id] = facts;
    }
    return facts;
  }

  get clientAddress(): string {
    return this.client.text;
  }

  get client(): Client {
    if (this.#client === undefined || this.#clientOf !== this.#row) {
      this.#client = this.#clients.read(this.bytes, this.#start + offsets.clientAddress);
      this.#clientOf = this.#row;
    }
    return this.#client;
  }

  /** The addresses in the answer section; the columns are used again for the next row. */
  get addresses(): AnswerAddresses {
    if (this.#addressesOf !== this.#row) {
      this.#addresses.read(this);
      this.#addressesOf = this.#row;
    }
    return this.#addresses;
  }

  /**
   * 32 bits of the location, both addresses, the type and the name, and if asked for of ports and id: with `transactionCheck`
   * the transaction's mark.
   */
  transactionHash(withPortAndId: boolean, withType = true): number {
    const { bytes } = this;
    const server = this.#start + offsets.serverAddress;
    let hash =
      (withPortAndId ? this.messageId : 0) ^
      this.locationId ^
      (withType ? this.queryType << 16 : 0) ^
      this.#names.hash(this.nameId);
    hash = mixed(hash, this.client.hash.low);
    hash = mixed(hash, uint32(bytes, server));
    hash = mixed(hash, uint32(bytes, server + 4));
    hash = mixed(hash, uint32(bytes, server + 8));
    hash = mixed(hash, uint32(bytes, server + 12));
    if (withPortAndId) hash = mixed(hash, uint32(bytes, this.#start + offsets.clientPort));
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
    return hash ^ (hash >>> 13);
  }

  /** 32 bits of the location, client, port, message id, type and name, whichever server was asked. */
  get queryHash(): number {
    let hash = this.messageId ^ this.locationId ^ (this.queryType << 16) ^ this.#names.hash(this.nameId);
    hash = mixed(hash, this.client.hash.low);
    hash = mixed(hash, this.clientPort);
    return hash ^ (hash >>> 13);
  }

  /** Further 32 bits of the client and the name, which have nothing in common with the others. */
  get transactionCheck(): number {
    return Math.imul(this.client.hash.high, 0x5bd1_e995) ^ this.name.textHash.high;
  }

  /** Tells whether those bytes of the row are the name that it asks for. */
  isQueryName(start: number, end: number): boolean {
    const from = this.nameStart;
    if (end - start !== this.nameEnd - from) return false;
    if (start === from) return true;
    for (let at = start; at < end; at++) if (this.bytes[at] !== this.bytes[from + at - start]) return false;
    return true;
  }

  get serverAddress(): string {
    return addressText(this.bytes, this.#start + offsets.serverAddress);
  }

  /** Gives the offset of the sixteen bytes of the server's address. */
  get serverAt(): number {
    return this.#start + offsets.serverAddress;
  }

  get serverPort(): number {
    return uint16(this.bytes, this.#start + offsets.serverPort);
  }

  get clientPort(): number {
    return uint16(this.bytes, this.#start + offsets.clientPort);
  }

  get messageId(): number {
    return uint16(this.bytes, this.#start + offsets.messageId);
  }

  get queryType(): number {
    return this.#queryType;
  }

  get queryClass(): number {
    return uint16(this.bytes, this.#start + offsets.queryClass);
  }

  /** The flags word of the query (RFC 1035 section 4.1.1), 0 if there was none. */
  get queryFlags(): number {
    return uint16(this.bytes, this.#start + offsets.queryFlags);
  }

  get responseFlags(): number {
    return uint16(this.bytes, this.#start + offsets.responseFlags);
  }

  /** `noResponseCode` if there was no response. */
  get responseCode(): number {
    return this.#responseCode;
  }

  get querySize(): number {
    return uint16(this.bytes, this.#start + offsets.querySize);
  }

  get responseSize(): number {
    return uint16(this.bytes, this.#start + offsets.responseSize);
  }

  get answerCount(): number {
    return this.#answerCount;
  }

  get authorityCount(): number {
    return uint16(this.bytes, this.#start + offsets.authorityCount);
  }

  get marks(): number {
    return uint16(this.bytes, this.#start + offsets.marks);
  }

  get transport(): number {
    return this.bytes[this.#start + offsets.transport]!;
  }

  get nameService(): number {
    return this.bytes[this.#start + offsets.nameService]!;
  }

  is(outcome: Outcome): boolean {
    return this.bytes[this.#start + offsets.outcome] === outcomes[outcome];
  }

  /** Gives the offset behind the row's own copy of its name; what varies in length begins there. */
  get behindName(): number {
    return this.#places[this.#row * 4 + 1]!;
  }

  /** Visits the row's records; the view is reused from one to the next. */
  records(visit: (record: RecordView) => void): void {
    this.#records.start(this.behindName, this.nameStart, this.nameEnd);
    while (this.#records.next()) visit(this.#records);
  }

  text(start: number, end: number): string {
    return this.bytes.toString('latin1', start, end);
  }

  #scan(): boolean {
    if (!this.#stepper.next()) return false;
    const at = this.#scanned * 4;
    if (at === this.#places.length) this.#widen();
    this.#places[at] = this.#stepper.rowStart;
    this.#places[at + 1] = this.#stepper.nameEnd;
    this.#places[at + 2] = this.#stepper.rowEnd;
    this.#places[at + 3] = this.#names.intern(this.#stepper.nameStart, this.#stepper.nameEnd);
    this.#scanned++;
    return true;
  }

  #widen(): void {
    const wider = new Uint32Array(this.#places.length * 2);
    wider.set(this.#places);
    this.#places = wider;
  }
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x0100_0193);
  // Without that, high bits of one word would never reach low ones.
  return product ^ (product >>> 15);
}

function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function uint32(bytes: Uint8Array, at: number): number {
  return (uint16(bytes, at) | (uint16(bytes, at + 2) << 16)) >>> 0;
}

/** Reads the time of a row that starts there. */
function microseconds(bytes: Uint8Array, start: number): number {
  const at = start + offsets.observedAt;
  return (uint32(bytes, at + 4) | 0) * 0x1_0000_0000 + uint32(bytes, at);
}
