import { maxRowBytes } from '@sonde/shared/batch/limits.ts';
import { fixedBytes, marks, noResponseCode, offsets, outcomes } from '@sonde/shared/batch/row-layout.ts';
import { DataReader } from '../decode/data/data-reader.ts';
import { writeRecordData } from '../decode/data/record-data.ts';
import type { MessageReader } from '../decode/message/message-reader.ts';
import { writeName } from '../decode/text/name-text.ts';
import { TextBuffer } from '../decode/text/text-buffer.ts';
import {
  double,
  nameOffset,
  slotBytes,
  subnetOffset,
  type TransactionTable,
  word,
} from '../match/transaction-table.ts';
import type { ClientPrivacy } from './client-privacy.ts';
import { SubnetText } from './subnet-text.ts';

/**
 * Room behind the last row that is begun: the longest row, and the longest text that one record's 65,535 bytes can
 * become before it is found to be too long.
 */
const slack = maxRowBytes + 512 * 1024;

/** Writes rows, each from a transaction's slot and, where there is one, its response. */
export class RowBuilder {
  readonly out: TextBuffer;
  rows = 0;
  messages = 0;
  /** Counts the buffers given away, so that a slot knows whether its row is still here. */
  buffer = 0;
  readonly #table: TransactionTable;
  #privacy: ClientPrivacy;
  #labels: number;
  readonly #keepRecords: boolean;
  readonly #data = new DataReader();
  #subnet: SubnetText;
  #marks = 0;

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
  }

  /** Protects the rows from now on in another way; `labels` is how many of a name are kept, 0 for all. */
  protect(privacy: ClientPrivacy, labels: number): void {
    this.#privacy = privacy;
    this.#subnet = new SubnetText(privacy);
    this.#labels = labels;
    this.#data.labels = labels;
  }

  /**
   * Writes the row of a slot; `response` undefined writes one without. `outcome` is a number of `outcomes`.
   * Returns the row's offset.
   */
  write(slot: number, outcome: number, response: MessageReader | undefined, responseSize: number): number {
    const { words, doubles, bytes } = this.#table;
    const { out } = this;
    const { view } = out;
    const at = out.position;
    const w = slot * (slotBytes / 4);
    const d = slot * (slotBytes / 8);
    const queryTime = doubles[d + double.queryTime]!;
    const kinds = words[w + word.kinds]!;
    const ports = words[w + word.ports]!;
    const typeAndClass = words[w + word.typeAndClass]!;
    const idAndFlags = words[w + word.idAndFlags]!;
    const sizeAndEdns = words[w + word.sizeAndEdns]!;
    const udpSizeAndMarks = words[w + word.udpSizeAndMarks]!;
    const high = Math.floor(queryTime / 0x1_0000_0000);
    view.setUint32(at + offsets.observedAt, queryTime - high * 0x1_0000_0000, true);
    view.setInt32(at + offsets.observedAt + 4, high, true);
    out.bytes[at + offsets.outcome] = outcome;
    out.bytes[at + offsets.transport] = kinds & 0xff;
    out.bytes[at + offsets.nameService] = (kinds >> 8) & 0xff;
    const latency = outcome === outcomes.answered ? doubles[d + double.responseTime]! - queryTime : 0;
    view.setUint32(at + offsets.latency, Math.min(Math.max(latency, 0), 0xffff_ffff), true);
    view.setUint32(at + offsets.tcpRoundTrip, words[w + word.roundTrip]!, true);
    for (let index = 0; index < 8; index++) {
      view.setInt32(at + offsets.clientAddress + index * 4, words[w + word.addresses + index]!, true);
    }
    view.setUint16(at + offsets.clientPort, ports >>> 16, true);
    view.setUint16(at + offsets.serverPort, ports & 0xffff, true);
    view.setUint16(at + offsets.messageId, idAndFlags >>> 16, true);
    view.setUint16(at + offsets.queryFlags, idAndFlags & 0xffff, true);
    view.setUint16(at + offsets.queryType, typeAndClass >>> 16, true);
    view.setUint16(at + offsets.queryClass, typeAndClass & 0xffff, true);
    view.setUint16(at + offsets.querySize, sizeAndEdns >>> 16, true);
    view.setUint16(at + offsets.responseFlags, response?.flags ?? 0, true);
    view.setUint16(at + offsets.responseCode, response?.responseCode ?? noResponseCode, true);
    view.setUint16(at + offsets.responseSize, Math.min(responseSize, 0xffff), true);
    view.setUint16(at + offsets.answerCount, response?.answers ?? 0, true);
    view.setUint16(at + offsets.authorityCount, response?.authorities ?? 0, true);
    view.setUint16(at + offsets.additionalCount, response?.additionals ?? 0, true);
    const queryEdns = sizeAndEdns & 0xffff;
    const udpSize = udpSizeAndMarks >>> 16;
    const useOwn = queryEdns !== 0 || response === undefined;
    out.bytes[at + offsets.ednsVersion] = useOwn ? (kinds >> 16) & 0xff : response.ednsVersion;
    view.setUint16(at + offsets.ednsFlags, queryEdns | (response?.ednsBits ?? 0), true);
    view.setUint16(at + offsets.ednsUdpSize, useOwn ? udpSize : response.udpSize, true);
    this.#marks = udpSizeAndMarks & 0xffff;
    this.#marks |= this.#privacy.apply(out.bytes, at + offsets.clientAddress);
    if (response?.cut === true) this.#marks |= marks.messageCut;

    out.position = at + fixedBytes;
    this.#writeQueryName(bytes, slot * slotBytes + nameOffset);
    this.#writeSubnet(bytes, slot * slotBytes + subnetOffset, response);
    this.#writeExtendedErrors(response);
    out.byte(0);
    if (response === undefined || !this.#keepRecords) {
      if (response !== undefined && response.records > 0) this.#marks |= marks.recordsCut;
      out.byte(0);
    } else this.#writeRecords(at, response);
    view.setUint16(at + offsets.marks, this.#marks, true);
    this.rows++;
    return at;
  }

  /** Sets marks on a row that is still in the buffer. */
  mark(rowAt: number, bits: number): void {
    const at = rowAt + offsets.marks;
    this.out.view.setUint16(at, this.out.view.getUint16(at, true) | bits, true);
  }

  #writeQueryName(bytes: Uint8Array, at: number): void {
    const start = this.out.beginText();
    if (writeName(this.out, bytes, at, at, this.#labels)) this.#marks |= marks.nameMinimised;
    this.out.endText(start);
  }

  /** The client subnet of the query, or else of the response. */
  #writeSubnet(bytes: Uint8Array, at: number, response: MessageReader | undefined): void {
    const start = this.out.beginText();
    const length = bytes[at]!;
    if (length > 0) this.#subnet.write(this.out, bytes, at + 1, length);
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

  /** Writes as many of the records as a row may hold. */
  #writeRecords(rowAt: number, response: MessageReader): void {
    const { out } = this;
    const limit = rowAt + maxRowBytes - 2;
    const countAt = out.position;
    out.position += response.records < 0x80 ? 1 : 2;
    let written = 0;
    for (; written < response.records; written++) {
      const before = out.position;
      this.#writeRecord(response, written);
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

  #writeRecord(response: MessageReader, index: number): void {
    const { out } = this;
    const { bytes } = response;
    const nameAt = response.recordName[index]!;
    const dataAt = response.recordData[index]!;
    out.byte(response.recordSection[index]!);
    const nameStart = out.beginText();
    if (writeName(out, bytes, response.start, nameAt, this.#labels)) this.#marks |= marks.nameMinimised;
    out.endText(nameStart);
    const type = (bytes[dataAt - 10]! << 8) | bytes[dataAt - 9]!;
    out.uint16(type);
    for (let byte = 3; byte >= 0; byte--) out.byte(bytes[dataAt - 6 + byte]!);
    const data = this.#data;
    data.bytes = bytes;
    data.messageStart = response.start;
    data.messageEnd = response.end;
    data.at = dataAt;
    data.end = dataAt + ((bytes[dataAt - 2]! << 8) | bytes[dataAt - 1]!);
    const start = out.beginText();
    writeRecordData(out, data, type, (bytes[dataAt - 8]! << 8) | bytes[dataAt - 7]!);
    out.endText(start);
  }
}
