import { maxExtendedErrors, maxRowRecords } from '../batch/limits.ts';
import { ednsFlags } from '../batch/row-layout.ts';
import { checkRecordNames } from './check-record-names.ts';
import { malformed } from './malformed.ts';
import { skipName } from './skip-name.ts';

/** EDNS options (https://www.iana.org/assignments/dns-parameters). */
const option = {
  nameServerId: 3,
  clientSubnet: 8,
  cookie: 10,
  keepAlive: 11,
  padding: 12,
  extendedError: 15,
};
const optType = 41;
const headerBytes = 12;
/** Records that a message is read for; one of 64 KiB can't hold more. */
const maxRecords = 5_958;

/**
 * Reads one message and notes where its parts are, without copying any. Reused from message to message: all fields are
 * those of the last `read`. Offsets are into its `bytes`.
 */
export class MessageReader {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  id = 0;
  flags = 0;
  questions = 0;
  answers = 0;
  authorities = 0;
  additionals = 0;
  /** The first question: its name lies in `bytes[nameStart, nameEnd)` without pointers, the final zero included. */
  nameStart = 0;
  nameEnd = 0;
  queryType = 0;
  queryClass = 0;
  /** Whether the capture lost a part, so that fewer records are there than were on the wire. */
  cut = false;
  /** Records noted, OPT left out: offset of the name, offset of the data (behind its length), section. */
  records = 0;
  readonly recordName = new Int32Array(maxRowRecords);
  readonly recordData = new Int32Array(maxRowRecords);
  readonly recordSection = new Uint8Array(maxRowRecords);
  recordsCut = false;
  hasEdns = false;
  ednsVersion = 0;
  udpSize = 0;
  /** Upper eight bits of the response code (RFC 6891 section 6.1.3). */
  extendedCode = 0;
  /** Bits of `ednsFlags` for a query or, with `responseOf`, a response. */
  ednsBits = 0;
  /** Offset of the client subnet option's data, and its length; 0 where absent. */
  subnetAt = 0;
  subnetLength = 0;
  extendedErrors = 0;
  readonly extendedError = new Uint16Array(maxExtendedErrors);

  get isResponse(): boolean {
    return (this.flags & 0x8000) !== 0;
  }

  /** RCODE with the EDNS extension. */
  get responseCode(): number {
    return (this.flags & 0x0f) | (this.extendedCode << 4);
  }

  /** Reads the message `bytes[start, end)`; returns `malformed.none` or why it can't be read. */
  read(bytes: Uint8Array, start: number, end: number, cut: boolean): number {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.cut = false;
    if (end - start < headerBytes) return malformed.shortHeader;
    this.id = (bytes[start]! << 8) | bytes[start + 1]!;
    this.flags = (bytes[start + 2]! << 8) | bytes[start + 3]!;
    this.questions = (bytes[start + 4]! << 8) | bytes[start + 5]!;
    this.answers = (bytes[start + 6]! << 8) | bytes[start + 7]!;
    this.authorities = (bytes[start + 8]! << 8) | bytes[start + 9]!;
    this.additionals = (bytes[start + 10]! << 8) | bytes[start + 11]!;
    this.records = 0;
    this.recordsCut = false;
    this.hasEdns = false;
    this.ednsVersion = 0;
    this.udpSize = 0;
    this.extendedCode = 0;
    this.ednsBits = 0;
    this.subnetLength = 0;
    this.extendedErrors = 0;
    const behind = this.#readQuestions();
    if (behind < 0) return -behind;
    const total = this.answers + this.authorities + this.additionals;
    if (total === 0) return malformed.none;
    if (total > maxRecords) return malformed.tooManyRecords;
    const reason = this.#readRecords(behind, total);
    // The capture, not the sender, took the rest away: what is there counts.
    if (reason !== malformed.none && cut) {
      this.cut = true;
      return malformed.none;
    }
    return reason;
  }

  #readQuestions(): number {
    const { bytes, start, end } = this;
    let at = start + headerBytes;
    this.nameStart = at;
    this.nameEnd = at;
    this.queryType = 0;
    this.queryClass = 0;
    for (let index = 0; index < this.questions; index++) {
      const behind = skipName(bytes, start, end, at);
      if (behind < 0) return behind;
      if (behind + 4 > end) return -malformed.questionCut;
      if (index === 0) {
        this.nameEnd = behind;
        this.queryType = (bytes[behind]! << 8) | bytes[behind + 1]!;
        this.queryClass = (bytes[behind + 2]! << 8) | bytes[behind + 3]!;
      }
      at = behind + 4;
    }
    return at;
  }

  #readRecords(from: number, total: number): number {
    const { bytes, start, end } = this;
    const authorityFrom = this.answers;
    const additionalFrom = this.answers + this.authorities;
    let at = from;
    for (let index = 0; index < total; index++) {
      let behind: number;
      // The commonest name by far is a pointer to the question's.
      if (at + 1 < end && bytes[at] === 0xc0 && bytes[at + 1] === headerBytes && this.questions > 0)
        behind = at + 2;
      else behind = skipName(bytes, start, end, at);
      if (behind < 0) return -behind;
      const data = behind + 10;
      if (data > end) return malformed.recordCut;
      const next = data + ((bytes[data - 2]! << 8) | bytes[data - 1]!);
      if (next > end) return malformed.recordCut;
      const type = (bytes[behind]! << 8) | bytes[behind + 1]!;
      if (type === optType && index >= additionalFrom) {
        this.#readEdns(behind, data, next);
      } else {
        if (!checkRecordNames(bytes, start, end, type, data, next)) return malformed.recordData;
        if (this.records < maxRowRecords) {
          this.recordName[this.records] = at;
          this.recordData[this.records] = data;
          this.recordSection[this.records] = index < authorityFrom ? 1 : index < additionalFrom ? 2 : 3;
          this.records++;
        } else this.recordsCut = true;
      }
      at = next;
    }
    return malformed.none;
  }

  #readEdns(fixed: number, data: number, end: number): void {
    if (this.hasEdns) return;
    const { bytes } = this;
    const isResponse = this.isResponse;
    this.hasEdns = true;
    this.udpSize = (bytes[fixed + 2]! << 8) | bytes[fixed + 3]!;
    this.extendedCode = bytes[fixed + 4]!;
    this.ednsVersion = bytes[fixed + 5]!;
    let bits: number = isResponse ? ednsFlags.responseHasEdns : ednsFlags.queryHasEdns;
    if ((bytes[fixed + 6]! & 0x80) !== 0) bits |= ednsFlags.dnssecOk;
    for (let at = data; at + 4 <= end; ) {
      const code = (bytes[at]! << 8) | bytes[at + 1]!;
      const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
      const value = at + 4;
      at = value + length;
      if (at > end) break;
      if (code === option.cookie) {
        if (length >= 8) bits |= ednsFlags.clientCookie;
        if (length >= 16) bits |= ednsFlags.serverCookie;
      } else if (code === option.clientSubnet) {
        this.subnetAt = value;
        this.subnetLength = length;
      } else if (code === option.nameServerId) {
        bits |= isResponse ? ednsFlags.nameServerIdGiven : ednsFlags.nameServerIdAsked;
      } else if (code === option.padding) {
        bits |= isResponse ? ednsFlags.responsePadded : ednsFlags.queryPadded;
      } else if (code === option.keepAlive) bits |= ednsFlags.keepAlive;
      else if (code === option.extendedError && length >= 2 && this.extendedErrors < maxExtendedErrors) {
        this.extendedError[this.extendedErrors++] = (bytes[value]! << 8) | bytes[value + 1]!;
      }
    }
    this.ednsBits = bits;
  }
}
