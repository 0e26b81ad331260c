import type { CborCursor } from './cbor-cursor.ts';
import { damaged } from './cbor-measure.ts';
import { absent, FieldReader, type Fields } from './field-reader.ts';
import {
  classTypeKeys,
  malformedDataKeys,
  questionKeys,
  recordKeys,
  signatureKeys,
  tableKeys,
} from './keys.ts';
import { hasPlainNames, plainNameEnd } from './plain-names.ts';

/** Entries that a table may have; usual blocks have some thousand items. */
const maxEntries = 262_144;
const maxDataBytes = 65_535;
const maxNumber = 0xffff;

const classTypeFields = new FieldReader(classTypeKeys);
const signatureFields = new FieldReader(signatureKeys);
const questionFields = new FieldReader(questionKeys);
const recordFields = new FieldReader(recordKeys);
const malformedDataFields = new FieldReader(malformedDataKeys);

/** A signature states what many queries and responses have in common (RFC 8618 section 7.3.2.3.2); a field is `absent` if it is not told. */
export type Signature = Fields<typeof signatureKeys>;

export interface StoredQuestion {
  readonly name: number;
  readonly classType: number;
}

/** A stored record; its data, and what stands between name and data, are undefined if they are not told. */
export interface StoredRecord {
  /** The place of its owner among the names. */
  readonly name: number;
  readonly fixed: Uint8Array | undefined;
  readonly data: Uint8Array;
  readonly type: number;
}

export interface MalformedData extends Omit<Fields<typeof malformedDataKeys>, 'payload'> {
  readonly payload: Uint8Array | undefined;
}

/** A stored list is a list of places in another table, read when it is needed: where it begins, and its items, -1 if their end is marked. */
export interface StoredList {
  readonly at: number;
  readonly length: number;
  readonly count: number;
}

/**
 * The block tables hold what the items of a block refer to (RFC 8618 section 7.3.2.3), checked once. A place that is none, or whose entry is
 * not sound, gives undefined.
 */
export class BlockTables {
  readonly addresses: Uint8Array[] = [];
  readonly names: Uint8Array[] = [];
  readonly signatures: Signature[] = [];
  readonly questionLists: StoredList[] = [];
  readonly questions: StoredQuestion[] = [];
  readonly recordLists: StoredList[] = [];
  readonly malformedData: MalformedData[] = [];
  /** Class in the upper half, type in the lower. */
  readonly #classTypes: number[] = [];
  readonly #records: (StoredRecord | undefined)[] = [];
  /** Names that were found to be some, or not; undefined if they were not looked at. */
  readonly #areNames: (boolean | undefined)[] = [];

  /** Of the file, where the lists are. */
  readonly bytes: Uint8Array;

  /** Reads the tables, none without a cursor. Throws a CaptureError if they are no tables. */
  constructor(bytes: Uint8Array, cursor: CborCursor | undefined) {
    this.bytes = bytes;
    const rawRecords: Fields<typeof recordKeys>[] = [];
    cursor?.entries((key) => {
      if (key === tableKeys.addresses) readTable(cursor, this.addresses, () => cursor.octets());
      else if (key === tableKeys.names) readTable(cursor, this.names, () => cursor.octets());
      else if (key === tableKeys.classTypes)
        readTable(cursor, this.#classTypes, () => classTypeOf(classTypeFields.read(cursor)));
      else if (key === tableKeys.signatures)
        readTable(cursor, this.signatures, () => signatureFields.read(cursor));
      else if (key === tableKeys.questionLists) readTable(cursor, this.questionLists, () => listOf(cursor));
      else if (key === tableKeys.recordLists) readTable(cursor, this.recordLists, () => listOf(cursor));
      else if (key === tableKeys.questions)
        readTable(cursor, this.questions, () => questionFields.read(cursor));
      else if (key === tableKeys.records) readTable(cursor, rawRecords, () => recordFields.read(cursor));
      else if (key === tableKeys.malformedData)
        readTable(cursor, this.malformedData, () => malformedDataOf(cursor));
    });
    for (const raw of rawRecords) this.#records.push(this.#recordOf(raw));
  }

  /** Returns a name in wire format. */
  name(index: number): Uint8Array | undefined {
    const name = this.names[index];
    if (name === undefined) return undefined;
    this.#areNames[index] ??= plainNameEnd(name, 0, name.length) === name.length;
    return this.#areNames[index] ? name : undefined;
  }

  /** Returns type and class, in the order in which a message has them; `absent` if there is no such entry. */
  typeAndClass(index: number): number {
    return this.#classTypes[index] ?? absent;
  }

  record(index: number): StoredRecord | undefined {
    return this.#records[index];
  }

  #recordOf(raw: Fields<typeof recordKeys>): StoredRecord | undefined {
    const typeAndClass = this.typeAndClass(raw.classType);
    if (typeAndClass === absent || this.name(raw.name) === undefined) return undefined;
    const type = typeAndClass >>> 16;
    const data = raw.data === absent ? undefined : this.names[raw.data];
    const isTold = raw.data !== absent && raw.ttl !== absent;
    if (!isTold) return { name: raw.name, fixed: undefined, data: new Uint8Array(0), type };
    if (data === undefined || data.length > maxDataBytes || !hasPlainNames(type, data)) return undefined;
    const fixed = Buffer.alloc(10);
    fixed.writeUInt32BE(typeAndClass, 0);
    fixed.writeUInt32BE(raw.ttl >>> 0, 4);
    fixed.writeUInt16BE(data.length, 8);
    return { name: raw.name, fixed, data, type };
  }
}

function readTable<Entry>(cursor: CborCursor, table: Entry[], read: () => Entry): void {
  if (table.length > 0) throw damaged();
  cursor.each(() => {
    if (table.length === maxEntries) throw damaged();
    table.push(read());
  });
}

function listOf(cursor: CborCursor): StoredList {
  const length = cursor.array();
  const { at } = cursor;
  let count = 0;
  for (; !cursor.isEnd(length, count); count++) cursor.count();
  return { at, length, count };
}

function classTypeOf(fields: Fields<typeof classTypeKeys>): number {
  const { type } = fields;
  const own = fields.class;
  if (type < 0 || own < 0 || type > maxNumber || own > maxNumber) return absent;
  return type * 0x1_0000 + own;
}

function malformedDataOf(cursor: CborCursor): MalformedData {
  let payload: Uint8Array | undefined;
  const fields = malformedDataFields.read(cursor, (key) => {
    if (key === malformedDataKeys.payload) payload = cursor.octets();
  });
  return { ...fields, payload };
}
