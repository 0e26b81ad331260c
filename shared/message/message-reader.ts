import * as limits from '../batch/limits.ts';
import * as rowLayout from '../batch/row-layout.ts';
import * as recordNames from './check-record-names.ts';
import * as malformedReasons from './malformed.ts';
import * as names from './skip-name.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { maxExtendedErrors, maxRowRecords } = limits;
const { ednsFlags } = rowLayout;
const { checkRecordNames } = recordNames;
const { malformed } = malformedReasons;
const { maxRememberedNameWork, skipName } = names;

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
/** Of a name without its final zero. */
const maxLabelBytes = 254;
/** A name that is a pointer to the first question's, right behind the header. */
export const questionPointer = 0xc000 | headerBytes;
const ownPointer = questionPointer;
/** Records that a message is read for; one of 64 KiB can't hold more. */
const maxRecords = 5_958;

/**
 * A message reader reads one message and notes the offsets of its parts, without copying any. It is reused from message
 * to message: all fields are of the last `read`. Offsets are into its `bytes`.
 */
export class MessageReader {
  bytes: Uint8Array = new Uint8Array(0);
  /** Of the same bytes, for numbers of more than one. */
  view: DataView = new DataView(new ArrayBuffer(0));
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
  /** Offset of the client subnet option's data, and its length; 0 if absent. */
  subnetAt = 0;
  subnetLength = 0;
  extendedErrors = 0;
  readonly extendedError = new Uint16Array(maxExtendedErrors);
  /** Offsets and lengths of their texts, and whether any has one. */
  readonly errorTextAt = new Int32Array(maxExtendedErrors);
  readonly errorTextLength = new Int32Array(maxExtendedErrors);
  hasErrorTexts = false;
  /** The name server's identifier in a response: offset and length, 0 if absent. */
  serverIdAt = 0;
  serverIdLength = 0;
  /** Whether the question's name was found to have capitals when it was compared. */
  hasCapitals = false;
  /** What may still be spent on the names of the message, and what is known of them. */
  readonly nameWork = { left: 0, memory: new names.NameMemory() };

  get isResponse(): boolean {
    return (this.flags & 0x8000) !== 0;
  }

  /** RCODE with the EDNS extension. */
  get responseCode(): number {
    return (this.flags & 0x0f) | (this.extendedCode << 4);
  }

  /** Leaves the response code open, for a message of which it is not known: it is `noResponseCode` then. */
  forgetResponseCode(): void {
    this.flags |= 0x0f;
    this.extendedCode = 0xfff;
  }

  /**
   * Reads the message `bytes[start, end)`; returns `malformed.none` or why it can't be read. Then the fields say what could be:
   * `questions` is 0 if the question is at fault, whose name ends without a zero; records stand before the one at fault.
   */
  read(bytes: Uint8Array, start: number, end: number, cut: boolean): number {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const { view } = this;
    this.start = start;
    this.end = end;
    this.cut = false;
    if (end - start < headerBytes) return this.#readShort();
    this.id = view.getUint16(start);
    this.flags = view.getUint16(start + 2);
    this.questions = view.getUint16(start + 4);
    this.answers = view.getUint16(start + 6);
    this.authorities = view.getUint16(start + 8);
    this.additionals = view.getUint16(start + 10);
    this.records = 0;
    this.recordsCut = false;
    this.hasEdns = false;
    this.ednsVersion = 0;
    this.udpSize = 0;
    this.extendedCode = 0;
    this.ednsBits = 0;
    this.subnetLength = 0;
    this.extendedErrors = 0;
    this.serverIdLength = 0;
    this.hasErrorTexts = this.hasCapitals = false;
    this.nameWork.left = maxRememberedNameWork;
    this.nameWork.memory.begin();
    const behind = this.#readQuestions();
    if (behind < 0) {
      this.#keepLabels();
      return -behind;
    }
    const total = this.answers + this.authorities + this.additionals;
    if (total === 0) return malformed.none;
    if (total > maxRecords) return malformed.tooManyRecords;
    const reason = this.#readRecords(behind, total);
    // The capture, not the sender, took the rest away: what is there counts.
    if (reason !== malformed.none && cut) {
      this.cut = true;
      return malformed.none;
    }
    if (reason !== malformed.none) this.#keepSound(reason);
    return reason;
  }

  /** Leaves nothing of the message before, of which fields would be read. */
  #readShort(): number {
    this.id = this.end - this.start < 2 ? 0 : this.view.getUint16(this.start);
    this.flags = 0;
    this.questions = this.answers = this.authorities = this.additionals = 0;
    this.nameStart = this.nameEnd = this.start;
    this.queryType = this.queryClass = 0;
    this.records = 0;
    this.recordsCut = this.hasEdns = false;
    this.ednsVersion = this.udpSize = this.extendedCode = this.ednsBits = 0;
    this.subnetLength = this.extendedErrors = this.serverIdLength = 0;
    this.hasErrorTexts = this.hasCapitals = false;
    return malformed.shortHeader;
  }

  /** Of a question that can't be read, the labels before what is wrong stay, without a final zero. */
  #keepLabels(): void {
    const { bytes, start, end } = this;
    // Of several questions the first is sound.
    this.questions = this.nameEnd > this.nameStart ? 1 : 0;
    if (this.questions > 0) return;
    let at = start + headerBytes;
    for (let next = at; next < end && bytes[next]! > 0 && bytes[next]! < 0x40; at = next) {
      next += bytes[next]! + 1;
      if (next > end || next - start - headerBytes > maxLabelBytes) break;
    }
    this.nameEnd = at;
  }

  /** The records before the one that is wrong stay, unless their names are what costs. */
  #keepSound(reason: number): void {
    this.recordsCut = true;
    if (reason === malformed.tooMuchWork || reason === malformed.namePointers) this.records = 0;
  }

  #readQuestions(): number {
    const { bytes, view, start, end } = this;
    let at = start + headerBytes;
    this.nameStart = at;
    this.nameEnd = at;
    this.queryType = 0;
    this.queryClass = 0;
    for (let index = 0; index < this.questions; index++) {
      const behind = skipName(bytes, start, end, at, this.nameWork);
      if (behind < 0) return behind;
      if (behind + 4 > end) return -malformed.questionCut;
      if (index === 0) {
        this.nameEnd = behind;
        this.queryType = view.getUint16(behind);
        this.queryClass = view.getUint16(behind + 2);
      }
      at = behind + 4;
    }
    return at;
  }

  #readRecords(from: number, total: number): number {
    const { bytes, view, start, end } = this;
    const work = this.nameWork;
    const authorityFrom = this.answers;
    const additionalFrom = this.answers + this.authorities;
    let at = from;
    for (let index = 0; index < total; index++) {
      let behind: number;
      // The commonest name by far is a pointer to the question's.
      if (at + 1 < end && view.getUint16(at) === ownPointer && this.questions > 0) behind = at + 2;
      else behind = skipName(bytes, start, end, at, work);
      if (behind < 0) return -behind;
      const data = behind + 10;
      if (data > end) return malformed.recordCut;
      const next = data + view.getUint16(data - 2);
      if (next > end) return malformed.recordCut;
      const type = view.getUint16(behind);
      if (type === optType && index >= additionalFrom) {
        this.#readEdns(behind, data, next);
      } else {
        if (!checkRecordNames(bytes, start, end, type, data, next, work))
          return work.left < 0 ? malformed.tooMuchWork : malformed.recordData;
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
    const { bytes, view } = this;
    const isResponse = this.isResponse;
    this.hasEdns = true;
    this.udpSize = view.getUint16(fixed + 2);
    this.extendedCode = bytes[fixed + 4]!;
    this.ednsVersion = bytes[fixed + 5]!;
    let bits: number = isResponse ? ednsFlags.responseHasEdns : ednsFlags.queryHasEdns;
    if ((bytes[fixed + 6]! & 0x80) !== 0) bits |= ednsFlags.dnssecOk;
    for (let at = data; at + 4 <= end; ) {
      const code = view.getUint16(at);
      const length = view.getUint16(at + 2);
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
        this.serverIdAt = value;
        this.serverIdLength = isResponse ? length : 0;
      } else if (code === option.padding) {
        bits |= isResponse ? ednsFlags.responsePadded : ednsFlags.queryPadded;
      } else if (code === option.keepAlive) bits |= ednsFlags.keepAlive;
      else if (code === option.extendedError && length >= 2 && this.extendedErrors < maxExtendedErrors) {
        this.errorTextAt[this.extendedErrors] = value + 2;
        this.errorTextLength[this.extendedErrors] = length - 2;
        if (length > 2) this.hasErrorTexts = true;
        this.extendedError[this.extendedErrors++] = view.getUint16(value);
      }
    }
    this.ednsBits = bits;
  }
}
