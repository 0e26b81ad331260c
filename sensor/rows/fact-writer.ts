import { maxFactBytes } from '@sonde/shared/batch/limits.ts';
import { factKinds } from '@sonde/shared/batch/row-facts.ts';
import { marks, outcomes } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { malformedReasons } from '@sonde/shared/message/malformed.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import { writeName } from '@sonde/shared/presentation/name-text.ts';
import { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';
import { DataReader } from '@sonde/shared/record-data/data-reader.ts';
import { writeRecordData } from '@sonde/shared/record-data/record-data.ts';
import { capitalsOf, hasBit } from '../pairing/capitals.ts';
import {
  innerVlanShift,
  inputShift,
  nameOffset,
  outcomeMask,
  slotBytes,
  slotFlags,
  slotWords,
  word,
} from '../pairing/slot.ts';
import type { TransactionTable } from '../pairing/transaction-table.ts';
import { FactList } from './fact-list.ts';

/** Octets of a malformed message that are kept, and those of them that say nothing of a client: the header. */
const firstOctets = 96;
const headerOctets = 12;
/** The longest text that a record's 65,535 octets can become before it is found to be too long. */
const slack = 512 * 1024;
/** Bytes of facts of queries that wait, in all. */
const maxKeptBytes = 4 * 1024 * 1024;
/** Interfaces that are told apart: as many as a slot has bits for. */
const maxInputs = 127;
/** Operation codes (RFC 1996, RFC 2136). */
const notify = 4;
const update = 5;
/** UPDATE with class NONE takes away the record of this data, which is laid out as in class IN (RFC 2136 section 2.5.4). */
const classNone = 254;
const classInternet = 1;

interface KeptFacts {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface FactOptions {
  /** Whether records are kept. */
  readonly keepRecords: boolean;
  /** Labels of names that are kept; 0 for all. */
  readonly labels: number;
  /** Whether client addresses are hidden, so that what a client says of its own is, too. */
  readonly hidesClients: boolean;
}

/**
 * A fact writer writes the facts of rows: what few of them have. Those of a query are kept until its row is written. Only rows that have
 * any come here.
 */
export class FactWriter {
  options: FactOptions;
  readonly #table: TransactionTable;
  readonly #kept = new Map<number, KeptFacts>();
  #keptBytes = 0;
  #scratch: TextBuffer | undefined;
  readonly #list = new FactList();
  readonly #data = new DataReader();
  /** The texts of interfaces, by number; 0 is none. */
  readonly #inputs: string[] = [''];

  constructor(table: TransactionTable, options: FactOptions) {
    this.#table = table;
    this.options = options;
  }

  /** Returns the number of an interface, 0 for one too many. */
  inputNumber(name: string): number {
    const text = name.replace(/[^\x20-\x7e]/g, '?').slice(0, 255);
    const known = this.#inputs.indexOf(text);
    if (known >= 0) return known;
    return this.#inputs.length > maxInputs ? 0 : this.#inputs.push(text) - 1;
  }

  /** Keeps the records of a query that say what it is about: of an update, a notification, a question for a zone's changes. Returns marks. */
  keepRecords(slot: number, query: MessageReader): number {
    const operation = (query.flags >> 11) & 0x0f;
    const isAbout = operation === update || operation === notify || query.queryType === recordTypes.IXFR;
    if (!isAbout) return 0;
    // A client tells its own addresses in updates.
    if (this.options.hidesClients || !this.options.keepRecords) return marks.recordsCut;
    const list = this.#begin();
    for (let index = 0; index < query.records; index++) this.#writeQueryRecord(query, index);
    return this.#keep(slot) && !list.isCut && !query.recordsCut ? 0 : marks.recordsCut;
  }

  /** Keeps why a query is malformed, and its first octets. */
  keepMalformed(slot: number, query: MessageReader, reason: number): void {
    this.#begin();
    this.#writeMalformed(query, reason, factKinds.malformedQuery, factKinds.queryOctets);
    this.#keep(slot);
  }

  /** Forgets what is kept of a slot that becomes no row. */
  forget(slot: number): void {
    const kept = this.#kept.get(slot);
    if (kept === undefined) return;
    this.#keptBytes -= kept.bytes.length;
    this.#kept.delete(slot);
  }

  /** Writes the facts of a slot and its response, which is malformed for `reason`, 0 for none. Returns marks. */
  write(out: TextBuffer, slot: number, response: MessageReader | undefined, reason: number): number {
    const { words } = this.#table;
    const w = slot * slotWords;
    const tags = words[w + word.subnetAndTags]!;
    const place = words[w + word.place]!;
    const list = this.#list;
    const countAt = out.position++;
    list.begin(out);
    const input = place >>> inputShift;
    if (input > 0) list.text(factKinds.interface, this.#inputs[input]!);
    if (tags >>> innerVlanShift > 0) list.number(factKinds.innerVlan, tags >>> innerVlanShift);
    const identifier = place & ((1 << inputShift) - 1);
    if (identifier > 0) list.number(factKinds.networkIdentifier, identifier - 1);
    this.#writeCapitals(slot, (tags & slotFlags.capitals) !== 0, response);
    if (response !== undefined) this.#writeOptions(response);
    if (response !== undefined && reason !== 0)
      this.#writeMalformed(response, reason, factKinds.malformedResponse, factKinds.responseOctets);
    const kept = (tags & slotFlags.kept) === 0 ? undefined : this.#kept.get(slot);
    if (kept !== undefined) list.add(kept.bytes, kept.count);
    if (kept !== undefined) this.forget(slot);
    writeCount(out, countAt, list.count);
    return list.isCut ? marks.recordsCut : 0;
  }

  #begin(): FactList {
    this.#scratch ??= new TextBuffer(maxFactBytes + slack);
    this.#scratch.position = 0;
    this.#list.begin(this.#scratch);
    return this.#list;
  }

  #keep(slot: number): boolean {
    const { out, count } = this.#list;
    this.forget(slot);
    if (count === 0) return true;
    if (this.#keptBytes + out.position > maxKeptBytes) return false;
    this.#kept.set(slot, { bytes: out.bytes.slice(0, out.position), count });
    this.#keptBytes += out.position;
    this.#table.words[slot * slotWords + word.subnetAndTags]! |= slotFlags.kept;
    return true;
  }

  #writeOptions(response: MessageReader): void {
    const { bytes } = response;
    const list = this.#list;
    if (response.subnetLength >= 4) list.number(factKinds.subnetScope, bytes[response.subnetAt + 3]!);
    if (response.serverIdLength > 0) {
      const at = response.serverIdAt;
      list.escaped(factKinds.serverId, bytes, at, at + response.serverIdLength);
    }
    if (!response.hasErrorTexts) return;
    for (let index = 0; index < response.extendedErrors; index++) {
      const at = response.errorTextAt[index]!;
      list.escaped(factKinds.errorText, bytes, at, at + response.errorTextLength[index]!);
    }
  }

  #writeMalformed(message: MessageReader, reason: number, reasonKind: number, octetsKind: number): void {
    const { labels, hidesClients } = this.options;
    const most = labels > 0 || hidesClients ? headerOctets : firstOctets;
    this.#list.text(reasonKind, malformedReasons[reason] ?? 'unknown');
    this.#list.hex(octetsKind, message.bytes, message.start, Math.min(message.end, message.start + most));
  }

  #writeQueryRecord(query: MessageReader, index: number): void {
    const { bytes, view, start, end } = query;
    const list = this.#list;
    const { out } = list;
    const at = query.recordData[index]!;
    const type = view.getUint16(at - 10);
    const ownClass = view.getUint16(at - 8);
    const begun = list.beginFact(factKinds.queryRecord);
    for (const value of [query.recordSection[index]!, ownClass, view.getUint32(at - 6), type]) {
      out.decimal(value);
      out.space();
    }
    const { labels } = this.options;
    writeName(out, bytes, start, query.recordName[index]!, labels);
    out.space();
    const data = this.#data;
    data.labels = labels;
    data.bytes = bytes;
    data.messageStart = start;
    data.messageEnd = end;
    data.at = at;
    data.end = at + view.getUint16(at - 2);
    // What an update takes away has no data, or that of class IN.
    if (data.left > 0) writeRecordData(out, data, type, ownClass === classNone ? classInternet : ownClass);
    list.endFact(begun);
  }

  #writeCapitals(slot: number, hasOwn: boolean, response: MessageReader | undefined): void {
    const { words, capitals } = this.#table;
    const isOrphan = (words[slot * slotWords + word.kinds]! & outcomeMask) === outcomes.orphan;
    if (hasOwn) {
      const kind = isOrphan ? factKinds.responseCapitals : factKinds.queryCapitals;
      this.#writeBits(kind, slot, (letter) => capitals.has(slot, letter));
    }
    if (isOrphan || response === undefined || response.questions === 0) return;
    if (hasOwn ? capitals.areSame(slot, response) : !response.hasCapitals) return;
    const others = capitalsOf(response);
    this.#writeBits(factKinds.responseCapitals, slot, (letter) => hasBit(others, 0, letter));
  }

  /** Writes a bit for each letter of the labels that are kept of a slot's name. */
  #writeBits(kind: number, slot: number, isCapital: (letter: number) => boolean): void {
    const { bytes } = this.#table;
    const list = this.#list;
    const ends: number[] = [];
    let letters = 0;
    for (let place = slot * slotBytes + nameOffset; bytes[place] !== 0; ) {
      const end = place + 1 + bytes[place]!;
      while (++place < end) if (bytes[place]! >= 0x61 && bytes[place]! <= 0x7a) letters++;
      ends.push(letters);
    }
    const { labels } = this.options;
    const skipped = labels > 0 && ends.length > labels ? ends[ends.length - labels - 1]! : 0;
    const start = list.beginFact(kind);
    for (let letter = skipped; letter < letters; letter += 4) {
      let digit = 0;
      for (let bit = 0; bit < 4; bit++)
        if (letter + bit < letters && isCapital(letter + bit)) digit |= 8 >> bit;
      list.out.hexGroup(digit);
    }
    list.endFact(start);
  }
}

/** Writes a count before what it counts, in as few bytes as it takes, so that a row is written in one way. */
function writeCount(out: TextBuffer, at: number, count: number): void {
  if (count < 0x80) {
    out.bytes[at] = count;
    return;
  }
  out.bytes.copyWithin(at + 2, at + 1, out.position);
  out.bytes[at] = (count & 0x7f) | 0x80;
  out.bytes[at + 1] = count >> 7;
  out.position++;
}
