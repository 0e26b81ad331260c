import { maxRowBytes } from '@sonde/shared/batch/limits.ts';
import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import * as messageReader from '@sonde/shared/message/message-reader.ts';
import * as names from '@sonde/shared/message/skip-name.ts';
import * as nameText from '@sonde/shared/presentation/name-text.ts';
import { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';
import { DataReader } from '@sonde/shared/record-data/data-reader.ts';
import * as recordData from '@sonde/shared/record-data/record-data.ts';
import * as slots from '../pairing/slot.ts';
import type { TransactionTable } from '../pairing/transaction-table.ts';
import type { ClientPrivacy } from './client-privacy.ts';
import { FactWriter } from './fact-writer.ts';
import * as storedNameText from './stored-name-text.ts';
import { SubnetText } from './subnet-text.ts';

type MessageReader = messageReader.MessageReader;

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { fixedBytes, formerForm, marks, offsets } = rowLayout;
const { questionPointer } = messageReader;
const { maxRememberedNameWork } = names;
const { writeName } = nameText;
const { writeStoredName } = storedNameText;
const { writeRecordData } = recordData;
const {
  innerVlanShift,
  nameOffset,
  rowWords,
  slotBytes,
  slotFlags,
  slotWords,
  subnetLengthMask,
  subnetOffset,
  word,
} = slots;
const longestRow = maxRowBytes;
/** Bits of the word `subnetAndTags` that tell of facts. */
const tagsOfFacts = slotFlags.capitals | slotFlags.kept | (-1 << innerVlanShift);

/**
 * Room behind the last row that is begun: the longest row, and the longest text that one record's 65,535 bytes can
 * become before it is found to be too long.
 */
const slack = maxRowBytes + 512 * 1024;

/** A row builder writes rows, each from a transaction's slot and, if there is one, its response. */
export class RowBuilder {
  readonly out: TextBuffer;
  rows = 0;
  messages = 0;
  /** Counts the times that the rows were handed out, so that a slot knows whether its row is still here. */
  buffer = 0;
  readonly facts: FactWriter;
  readonly #table: TransactionTable;
  #privacy: ClientPrivacy;
  #labels: number;
  readonly #keepRecords: boolean;
  readonly #data = new DataReader();
  #subnet: SubnetText;
  #marks = 0;
  /** The text of the query name of the row under writing: where it starts and its length. */
  #nameStart = 0;
  #nameLength = 0;

  constructor(
    table: TransactionTable,
    privacy: ClientPrivacy,
    options: { readonly maxBufferBytes: number; readonly keepRecords: boolean; readonly nameLabels: number },
  ) {
    this.out = new TextBuffer(options.maxBufferBytes + slack);
    this.#table = table;
    this.#privacy = privacy;
    this.#labels = options.nameLabels;
    this.#keepRecords = options.keepRecords;
    this.#data.labels = options.nameLabels;
    this.#subnet = new SubnetText(privacy);
    this.facts = new FactWriter(table, {
      keepRecords: options.keepRecords,
      labels: options.nameLabels,
      hidesClients: privacy.isActive,
    });
  }

  /** Protects the rows from now on in another way; `labels` is how many of a name are kept, 0 for all. */
  protect(privacy: ClientPrivacy, labels: number): void {
    this.#privacy = privacy;
    this.#subnet = new SubnetText(privacy);
    this.#labels = labels;
    this.#data.labels = labels;
    this.facts.options = { ...this.facts.options, labels, hidesClients: privacy.isActive };
  }

  /**
   * Writes the row of a slot; `response` undefined writes one without. `outcome` is a number of `outcomes`, `reason` that for which
   * the response is malformed. Returns the row's offset.
   */
  write(
    slot: number,
    outcome: number,
    response: MessageReader | undefined,
    responseSize: number,
    policyRule: Uint8Array,
    reason = 0,
  ): number {
    const table = this.#table;
    const { words, bytes } = table;
    const { out } = this;
    const { view } = out;
    const at = out.position;
    const w = slot * slotWords;
    words[w + word.kinds]! |= outcome;
    if (response !== undefined) addResponse(words, w, response, responseSize);
    for (let index = 0; index < rowWords; index++)
      view.setInt32((at + index * 4) | 0, words[(w + index) | 0]!, true);
    this.#marks = words[w + word.additionalCountAndMarks]! >>> 16;
    this.#marks |= this.#privacy.apply(out.bytes, at + offsets.clientAddress);
    if (response?.cut === true) this.#marks |= marks.messageCut;

    out.position = at + fixedBytes;
    this.#writeQueryName(slot * slotBytes + nameOffset, words[w + word.nameLength]!);
    const tags = words[w + word.subnetAndTags]!;
    this.#writeSubnet(bytes, slot * slotBytes + subnetOffset, tags & subnetLengthMask, response);
    this.#writeExtendedErrors(response);
    if (policyRule.length === 0) out.byte(0);
    else this.#writePolicyRule(policyRule);
    if (response === undefined || !this.#keepRecords) {
      if (response !== undefined && response.records > 0) this.#marks |= marks.recordsCut;
      out.byte(0);
    } else this.#writeRecords(at, response);
    if (
      ((tags & tagsOfFacts) | words[w + word.place]! | reason) === 0 &&
      (response === undefined || !hasFacts(response))
    )
      out.byte(0);
    else this.#marks |= this.facts.write(out, slot, response, reason);
    view.setUint16(at + offsets.marks, this.#marks, true);
    this.rows++;
    return at;
  }

  /** Sets marks on a row that is still in the buffer. */
  mark(rowAt: number, bits: number): void {
    const at = rowAt + offsets.marks;
    this.out.view.setUint16(at, this.out.view.getUint16(at, true) | bits, true);
  }

  #writeQueryName(at: number, length: number): void {
    const { bytes, view } = this.#table;
    const start = this.out.beginText();
    if (this.#labels === 0) writeStoredName(this.out, bytes, view, at, length);
    else if (writeName(this.out, bytes, at, at, this.#labels)) this.#marks |= marks.nameMinimised;
    this.#nameLength = this.out.position - start;
    this.out.endText(start);
    this.#nameStart = this.out.position - this.#nameLength;
  }

  /** The client subnet of the query, or else of the response. */
  #writeSubnet(bytes: Uint8Array, at: number, length: number, response: MessageReader | undefined): void {
    const start = this.out.beginText();
    if (length > 0) this.#subnet.write(this.out, bytes, at, length);
    else if (response !== undefined && response.subnetLength > 0) {
      this.#subnet.write(this.out, response.bytes, response.subnetAt, response.subnetLength);
    }
    this.out.endText(start);
  }

  #writeExtendedErrors(response: MessageReader | undefined): void {
    const count = response?.extendedErrors ?? 0;
    this.out.length(count);
    for (let index = 0; index < count; index++) this.out.uint16(response!.extendedError[index]!);
  }

  #writePolicyRule(text: Uint8Array): void {
    const start = this.out.beginText();
    this.out.bytes.set(text, start);
    this.out.position += text.length;
    this.out.endText(start);
  }

  /** Writes as many of the records as a row may hold, whose length is that with all owners spelled out. */
  #writeRecords(rowAt: number, response: MessageReader): void {
    const { out } = this;
    // Names of types that the reader does not look into are followed here for the first time.
    response.nameWork.left = maxRememberedNameWork;
    const spared = this.#nameStart + this.#nameLength - rowAt - fixedBytes - 1;
    let limit = rowAt + longestRow - 2 + fixedBytes - formerForm.fixedBytes;
    const countAt = out.position;
    out.position += response.records < 0x80 ? 1 : 2;
    let written = 0;
    for (; written < response.records; written++) {
      const before = out.position;
      if (this.#writeRecord(response, written)) limit -= spared;
      if (out.position > limit) {
        out.position = before;
        break;
      }
    }
    if (written < response.records || response.recordsCut) this.#marks |= marks.recordsCut;
    if (response.records < 0x80) out.bytes[countAt] = written;
    else {
      // Two bytes also where one would do: LEB128 allows it, and the place was kept before the count was known.
      out.bytes[countAt] = (written & 0x7f) | 0x80;
      out.bytes[countAt + 1] = written >> 7;
    }
  }

  /** Returns whether the owner was spared: that of most records is the query name, which the row has already. */
  #writeRecord(response: MessageReader, index: number): boolean {
    const { out } = this;
    const { bytes, view } = response;
    const nameAt = response.recordName[index]!;
    const dataAt = response.recordData[index]!;
    out.byte(response.recordSection[index]!);
    const nameStart = out.beginText();
    let isSpared = view.getUint16(nameAt) === questionPointer && response.questions > 0;
    if (!isSpared) {
      if (writeName(out, bytes, response.start, nameAt, this.#labels)) this.#marks |= marks.nameMinimised;
      isSpared = this.#isQueryName(nameStart);
    }
    if (isSpared) out.position = nameStart;
    out.endText(nameStart);
    const type = view.getUint16(dataAt - 10);
    out.uint16(type);
    out.uint32(view.getUint32(dataAt - 6));
    const data = this.#data;
    data.bytes = bytes;
    data.messageStart = response.start;
    data.nameWork = response.nameWork;
    data.messageEnd = response.end;
    data.at = dataAt;
    data.end = dataAt + view.getUint16(dataAt - 2);
    const start = out.beginText();
    writeRecordData(out, data, type, view.getUint16(dataAt - 8));
    out.endText(start);
    return isSpared;
  }

  /** Whether the text from `start` to the present place is the query name. */
  #isQueryName(start: number): boolean {
    const { bytes, position } = this.out;
    if (position - start !== this.#nameLength) return false;
    let own = this.#nameStart;
    for (let at = start; at < position; at++) if (bytes[at] !== bytes[own++]) return false;
    return true;
  }
}

/** Whether a response has what is written as facts. */
function hasFacts(response: MessageReader): boolean {
  return (
    (response.subnetLength | response.serverIdLength) !== 0 || response.hasErrorTexts || response.hasCapitals
  );
}

/** Puts the response's columns into a slot, beside those of its query; EDNS is the query's if it had any. */
function addResponse(words: Int32Array, w: number, response: MessageReader, size: number): void {
  words[w + word.responseFlagsAndCode] = (response.responseCode << 16) | response.flags;
  words[w + word.sizes]! |= Math.min(size, 0xffff) << 16;
  words[w + word.responseUdpSizeAndVlan]! |= response.udpSize;
  const edns = words[w + word.edns]!;
  words[w + word.edns] = edns | response.ednsBits;
  if ((edns & 0xffff) === 0) {
    words[w + word.edns] = (response.udpSize << 16) | response.ednsBits;
    words[w + word.kinds]! |= response.ednsVersion << 24;
  }
  words[w + word.answerAndAuthorityCount] = (response.authorities << 16) | response.answers;
  words[w + word.additionalCountAndMarks]! |= response.additionals;
}
