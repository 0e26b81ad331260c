import { headerBytes, types } from './constants.ts';
import { readName, skipName } from './wire-name.ts';

/** A TSIG record is the record (RFC 8945 section 4.2) as it came, with the offset of its beginning. */
export interface TsigRecord {
  readonly start: number;
  readonly keyName: string;
  readonly algorithm: string;
  /** Seconds since 1970. */
  readonly timeSigned: number;
  readonly fudge: number;
  readonly mac: Buffer;
  readonly originalId: number;
  readonly error: number;
  readonly other: Buffer;
}

/** A request is the decoded part of a message with one question. */
export interface Request {
  readonly bytes: Buffer;
  readonly id: number;
  readonly response: boolean;
  readonly opcode: number;
  readonly responseCode: number;
  readonly question: { readonly name: string; readonly type: number; readonly class: number };
  /** The offset at which the question ends. */
  readonly questionEnd: number;
  /** The serial in the SOA of the authority section, as IXFR sends it (RFC 1995 section 3). */
  readonly serial: number | undefined;
  readonly tsig: TsigRecord | undefined;
}

/** Far more than a request for a zone has. */
const maxRecords = 16;

/** Reads a message; undefined if it is not one with exactly one question and sound records. */
export function readRequest(bytes: Buffer): Request | undefined {
  if (bytes.length < headerBytes || bytes.readUInt16BE(4) !== 1) return undefined;
  const flags = bytes.readUInt16BE(2);
  const question = readName(bytes, headerBytes);
  if (question === undefined || question.end + 4 > bytes.length) return undefined;
  const questionEnd = question.end + 4;
  const beforeAuthority = bytes.readUInt16BE(6);
  const authority = bytes.readUInt16BE(8);
  const records = beforeAuthority + authority + bytes.readUInt16BE(10);
  if (records > maxRecords) return undefined;

  let serial: number | undefined;
  let tsig: TsigRecord | undefined;
  let position = questionEnd;
  for (let index = 0; index < records; index++) {
    // TSIG is the last record of all, or the message is none (RFC 8945 section 5.1).
    if (tsig !== undefined) return undefined;
    const fixed = skipName(bytes, position);
    if (fixed === undefined || fixed + 10 > bytes.length) return undefined;
    const type = bytes.readUInt16BE(fixed);
    const data = fixed + 10;
    const end = data + bytes.readUInt16BE(fixed + 8);
    if (end > bytes.length) return undefined;
    if (type === types.SOA && index >= beforeAuthority && index < beforeAuthority + authority) {
      if (end - data < 22) return undefined;
      serial = bytes.readUInt32BE(end - 20);
    }
    if (type === types.TSIG) {
      if (index < beforeAuthority + authority) return undefined;
      tsig = readTsig(bytes, position, data, end);
      if (tsig === undefined) return undefined;
    }
    position = end;
  }
  if (position !== bytes.length) return undefined;
  return {
    bytes,
    id: bytes.readUInt16BE(0),
    response: (flags & 0x8000) !== 0,
    opcode: (flags >> 11) & 15,
    responseCode: flags & 15,
    question: {
      name: question.name,
      type: bytes.readUInt16BE(question.end),
      class: bytes.readUInt16BE(question.end + 2),
    },
    questionEnd,
    serial,
    tsig,
  };
}

function readTsig(bytes: Buffer, start: number, data: number, end: number): TsigRecord | undefined {
  const keyName = readName(bytes, start);
  const algorithm = readName(bytes, data);
  if (keyName === undefined || algorithm === undefined || algorithm.end + 10 > end) return undefined;
  const macStart = algorithm.end + 10;
  const macEnd = macStart + bytes.readUInt16BE(macStart - 2);
  if (macEnd + 6 > end) return undefined;
  const otherStart = macEnd + 6;
  if (otherStart + bytes.readUInt16BE(macEnd + 4) !== end) return undefined;
  return {
    start,
    keyName: keyName.name,
    algorithm: algorithm.name,
    timeSigned: bytes.readUIntBE(algorithm.end, 6),
    fudge: bytes.readUInt16BE(algorithm.end + 6),
    mac: bytes.subarray(macStart, macEnd),
    originalId: bytes.readUInt16BE(macEnd),
    error: bytes.readUInt16BE(macEnd + 2),
    other: bytes.subarray(otherStart, end),
  };
}
