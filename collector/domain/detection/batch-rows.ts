import { fixedBytes, type Outcome, offsets, outcomes } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { storedPrefixBytes } from '../ingest/stored-rows.ts';
import { type NameFacts, nameFacts } from './names/name-facts.ts';
import { ByteInterner } from './rows/byte-interner.ts';
import { type RecordView, readRecords } from './rows/read-records.ts';

/**
 * A walk over stored rows for detectors: one reused view, values made when asked for. Call `next()`, then read the
 * properties of the current row; `rewind()` starts over for the next detector. The first walk checks the bytes and
 * remembers where each row and each different name is; later ones only step.
 */
export class BatchRows {
  readonly bytes: Buffer;
  readonly #names: ByteInterner;
  readonly #clients: ByteInterner;
  readonly #scanner: RowScanner;
  readonly #starts: number[] = [];
  readonly #nameIds: number[] = [];
  readonly #facts: (NameFacts | undefined)[] = [];
  readonly #clientTexts: string[] = [];
  #row = -1;
  #start = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#scanner = new RowScanner(bytes, storedPrefixBytes);
    this.#names = new ByteInterner(bytes);
    this.#clients = new ByteInterner(bytes);
  }

  rewind(): void {
    this.#row = -1;
  }

  next(): boolean {
    if (this.#row + 1 === this.#starts.length && !this.#scan()) return false;
    this.#start = this.#starts[++this.#row]!;
    return true;
  }

  get locationId(): number {
    return this.bytes.readUInt32LE(this.#start - storedPrefixBytes);
  }

  /** Microseconds since 1970. */
  get observedAt(): number {
    const at = this.#start + offsets.observedAt;
    return this.bytes.readInt32LE(at + 4) * 0x1_0000_0000 + this.bytes.readUInt32LE(at);
  }

  get observedSeconds(): number {
    return Math.floor(this.observedAt / 1_000_000);
  }

  /** Which of the batch's different names the row asks for. */
  get nameId(): number {
    return this.#nameIds[this.#row]!;
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

  /** What is known of the name by looking at it; worked out once for each different name of the batch. */
  get name(): NameFacts {
    const id = this.nameId;
    let facts = this.#facts[id];
    if (facts === undefined) {
      facts = nameFacts(this.bytes.toString('latin1', this.#names.start(id), this.#names.end(id)));
      this.#facts[id] = facts;
    }
    return facts;
  }

  get clientAddress(): string {
    const at = this.#start + offsets.clientAddress;
    const id = this.#clients.intern(at, at + 16);
    this.#clientTexts[id] ??= addressText(this.bytes, at);
    return this.#clientTexts[id];
  }

  get serverAddress(): string {
    return addressText(this.bytes, this.#start + offsets.serverAddress);
  }

  get clientPort(): number {
    return this.#uint16(offsets.clientPort);
  }

  get messageId(): number {
    return this.#uint16(offsets.messageId);
  }

  get queryType(): number {
    return this.#uint16(offsets.queryType);
  }

  /** `noResponseCode` where there was no response. */
  get responseCode(): number {
    return this.#uint16(offsets.responseCode);
  }

  get querySize(): number {
    return this.#uint16(offsets.querySize);
  }

  get responseSize(): number {
    return this.#uint16(offsets.responseSize);
  }

  get answerCount(): number {
    return this.#uint16(offsets.answerCount);
  }

  get marks(): number {
    return this.#uint16(offsets.marks);
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

  /** Visits the row's records; the view is reused from one to the next. */
  records(visit: (record: RecordView) => void): void {
    const nameLength = this.nameEnd - this.nameStart;
    const lengthBytes = nameLength < 0x80 ? 1 : 2;
    readRecords(this.bytes, this.#start + fixedBytes + lengthBytes + nameLength, visit);
  }

  text(start: number, end: number): string {
    return this.bytes.toString('latin1', start, end);
  }

  #uint16(offset: number): number {
    return this.bytes.readUInt16LE(this.#start + offset);
  }

  #scan(): boolean {
    if (!this.#scanner.next()) return false;
    this.#starts.push(this.#scanner.rowStart);
    this.#nameIds.push(this.#names.intern(this.#scanner.nameStart, this.#scanner.nameEnd));
    return true;
  }
}
