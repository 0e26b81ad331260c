import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { loggedKinds, loggedOffsets } from '../logs/logged-packet.ts';
import type { BlockTables, Signature, StoredRecord } from './block-tables.ts';
import { CborCursor } from './cbor-cursor.ts';
import { absent } from './field-reader.ts';
import { dnssecOkFlag, flagPlaces, responseFlagsFrom, signatureFlags } from './keys.ts';
import type { StoredItem, StoredSections } from './stored-item.ts';

const maxMessageBytes = 65_535;
const headerBytes = 12;
const optionBytes = 11;
const longestQuestion = 255 + 4;
const start = loggedOffsets.message;
const questionPointer = 0xc000 | headerBytes;
const unknownCode = 0x0f;
const { OPT } = recordTypes;

/** Makes the octets that a composer writes to, which another may have after it. */
export function composerBytes(): Buffer {
  return Buffer.alloc(start + maxMessageBytes);
}

/** A message composer puts messages together from what C-DNS tells of them, into one buffer over and over. */
export class MessageComposer {
  readonly bytes: Buffer;
  /** Behind the message. */
  end = 0;
  /**
   * Octets of records that may still be put into messages. Items name records by their places, so that a few octets can ask for a long
   * message; without a bound a small file would take forever.
   */
  #budget: number;
  readonly #tables: BlockTables;
  #isCut = false;
  #question = absent;

  /** `bytes` are made by `composerBytes`. */
  constructor(bytes: Buffer, tables: BlockTables, budget: number) {
    this.bytes = bytes;
    this.#tables = tables;
    this.#budget = budget;
  }

  /** Puts in the payload of a malformed message; returns false if it is too long, or the budget too small. */
  payload(payload: Uint8Array): boolean {
    if (payload.length > Math.min(maxMessageBytes, this.#budget)) return false;
    this.#budget -= payload.length;
    this.bytes.set(payload, start);
    this.end = start + payload.length;
    this.bytes[loggedOffsets.kind] = loggedKinds.payload;
    return true;
  }

  /** Puts together the query, or the response, of an item; returns false if the item names what is not there, or is no name. */
  message(item: StoredItem, signature: Signature, isResponse: boolean): boolean {
    const { bytes } = this;
    const { fields } = item;
    const sections = isResponse ? item.response : item.query;
    bytes[loggedOffsets.kind] = loggedKinds.message;
    const size = isResponse ? fields.responseSize : fields.querySize;
    bytes.writeUInt16BE(Math.min(Math.max(size, 0), maxMessageBytes), loggedOffsets.size);
    const isCodeTold = !isResponse || signature.responseCode !== absent;
    bytes[loggedOffsets.hasResponseCode] = isCodeTold ? 1 : 0;
    bytes.writeUInt16BE(fields.id === absent ? 0 : fields.id & 0xffff, start);
    bytes.writeUInt16BE(headerWord(signature, isResponse), start + 2);
    bytes.fill(0, start + 4, start + headerBytes);
    this.end = start + headerBytes;
    this.#isCut = false;
    return (
      this.#putQuestions(fields.name, signature, sections, isResponse) &&
      this.#putRecords(sections.answers, 6) &&
      this.#putRecords(sections.authorities, 8) &&
      this.#putAdditionals(sections.additionals, signature, isResponse)
    );
  }

  #putQuestions(name: number, signature: Signature, sections: StoredSections, isResponse: boolean): boolean {
    const { flags, questionCount } = signature;
    const none = isResponse ? signatureFlags.responseHasNoQuestion : signatureFlags.queryHasNoQuestion;
    const hasNone = (flags !== absent && (flags & none) !== 0) || (!isResponse && questionCount === 0);
    this.#question = absent;
    if (name === absent || hasNone) return true;
    if (!this.#putQuestion(name, signature.classType)) return false;
    this.#question = name;
    let count = 1;
    if (sections.questions !== absent) {
      const tables = this.#tables;
      const list = tables.questionLists[sections.questions];
      if (list === undefined) return false;
      const cursor = new CborCursor(tables.bytes, list.at);
      for (; count <= list.count && this.end + longestQuestion < this.bytes.length; count++) {
        const question = tables.questions[cursor.count()];
        if (question === undefined || !this.#putQuestion(question.name, question.classType)) return false;
      }
    }
    this.bytes.writeUInt16BE(count, start + 4);
    return true;
  }

  #putQuestion(nameIndex: number, classType: number): boolean {
    const tables = this.#tables;
    const name = tables.name(nameIndex);
    const typeAndClass = classType === absent ? 0 : tables.typeAndClass(classType);
    if (name === undefined || typeAndClass === absent) return false;
    this.#put(name);
    this.end = this.bytes.writeUInt32BE(typeAndClass, this.end);
    return true;
  }

  /** Puts in the records of a list, whose count stands at `countAt` in the header. What is behind one that is not told whole is left out. */
  #putRecords(place: number, countAt: number): boolean {
    if (place === absent) return true;
    const tables = this.#tables;
    const list = tables.recordLists[place];
    if (list === undefined) return false;
    const cursor = new CborCursor(tables.bytes, list.at);
    for (let index = 0; index < list.count && !this.#isCut; index++) {
      const record = tables.record(cursor.count());
      if (record === undefined) return false;
      this.#isCut = !this.#putRecord(record);
    }
    this.#addCount(countAt, list.count);
    return true;
  }

  #putRecord({ name, fixed, data }: StoredRecord): boolean {
    if (fixed === undefined) return false;
    const owner = this.#tables.name(name)!;
    const length = owner.length + fixed.length + data.length;
    if (this.end + length > this.bytes.length || length > this.#budget) return false;
    this.#budget -= length;
    if (name === this.#question) this.end = this.bytes.writeUInt16BE(questionPointer, this.end);
    else this.#put(owner);
    this.#put(fixed);
    this.#put(data);
    return true;
  }

  /** The OPT record of a query is told apart from the others, that of a response among them. */
  #putAdditionals(place: number, signature: Signature, isResponse: boolean): boolean {
    const { flags } = signature;
    const own = isResponse ? signatureFlags.responseHasOptions : signatureFlags.queryHasOptions;
    const hasOptions =
      (flags !== absent && (flags & own) !== 0) ||
      (isResponse
        ? signature.responseCode > 0x0f
        : signature.udpSize !== absent || signature.options !== absent);
    if (hasOptions && !this.#hasOptions(place) && !this.#putOptions(signature, isResponse)) return false;
    return this.#putRecords(place, 10);
  }

  #hasOptions(place: number): boolean {
    const tables = this.#tables;
    const list = tables.recordLists[place];
    if (list === undefined) return false;
    const cursor = new CborCursor(tables.bytes, list.at);
    // A message has one, and few records with it.
    for (let index = 0; index < Math.min(list.count, 64); index++)
      if (tables.record(cursor.count())?.type === OPT) return true;
    return false;
  }

  #putOptions(signature: Signature, isResponse: boolean): boolean {
    const { options, udpSize, ednsVersion, headerFlags, queryCode, responseCode } = signature;
    const isTold = !isResponse && options !== absent;
    const data = isTold ? this.#tables.names[options] : new Uint8Array(0);
    if (data === undefined || data.length > maxMessageBytes) return false;
    const length = optionBytes + data.length;
    if (this.#isCut || this.end + length > this.bytes.length || length > this.#budget) this.#isCut = true;
    else {
      const { bytes, end } = this;
      this.#budget -= length;
      bytes.fill(0, end, end + optionBytes);
      bytes.writeUInt16BE(OPT, end + 1);
      const code = isResponse ? responseCode : queryCode;
      bytes[end + 5] = (Math.max(code, 0) >> 4) & 0xff;
      if (!isResponse) {
        bytes.writeUInt16BE(Math.max(udpSize, 0) & 0xffff, end + 3);
        bytes[end + 6] = Math.max(ednsVersion, 0) & 0xff;
        bytes[end + 7] = headerFlags !== absent && (headerFlags & dnssecOkFlag) !== 0 ? 0x80 : 0;
      }
      bytes.writeUInt16BE(data.length, end + 9);
      this.end = end + optionBytes;
      this.#put(data);
    }
    this.#addCount(10, 1);
    return true;
  }

  #addCount(countAt: number, count: number): void {
    const { bytes } = this;
    bytes.writeUInt16BE(Math.min(0xffff, bytes.readUInt16BE(start + countAt) + count), start + countAt);
  }

  #put(octets: Uint8Array): void {
    this.bytes.set(octets, this.end);
    this.end += octets.length;
  }
}

/** The second word of the header. A response repeats the query's operation code. */
function headerWord(signature: Signature, isResponse: boolean): number {
  const { opcode, headerFlags, queryCode, responseCode } = signature;
  const bits = headerFlags === absent ? 0 : headerFlags >> (isResponse ? responseFlagsFrom : 0);
  let word = isResponse ? 0x8000 : 0;
  flagPlaces.forEach((place, index) => {
    if ((bits & (1 << index)) !== 0) word |= place;
  });
  if (opcode !== absent) word |= (opcode & 0x0f) << 11;
  const code = isResponse ? responseCode : queryCode;
  if (isResponse && code === absent) return word | unknownCode;
  return word | (Math.max(code, 0) & 0x0f);
}
