import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import { maxNameWork, type NameWork, skipName } from '@sonde/shared/message/skip-name.ts';
import { DataTexts } from '@sonde/shared/record-data/data-text.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import { type Edns, readEdns } from './edns.ts';
import { expandData, expandName } from './expand-data.ts';

const headerBytes = 12;
const optType = 41;

export interface DecodedMessage {
  readonly id: number;
  readonly flags: number;
  /** With the bits of EDNS. */
  readonly responseCode: number;
  /** The name as it came, in wire format and its own letters; undefined if the message has no question. */
  readonly question: { readonly name: Buffer; readonly type: number; readonly class: number } | undefined;
  readonly answer: readonly DnsRecord[];
  readonly authority: readonly DnsRecord[];
  readonly additional: readonly DnsRecord[];
  readonly edns: Edns | undefined;
}

/**
 * Reads a whole message of at most 65,535 octets. Undefined if it is malformed. `texts`: for as large a message at least;
 * who reads many keeps one.
 */
export function decodeMessage(
  message: Uint8Array,
  texts = new DataTexts(message.length),
): DecodedMessage | undefined {
  if (message.length < headerBytes) return undefined;
  const view = new DataView(message.buffer, message.byteOffset, message.length);
  const flags = view.getUint16(2);
  const questions = view.getUint16(4);
  if (questions > 1) return undefined;
  let at = headerBytes;
  let question: DecodedMessage['question'];
  if (questions === 1) {
    const end = skipName(message, 0, message.length, at);
    if (end < 0 || end + 4 > message.length) return undefined;
    question = { name: expandName(message, at), type: view.getUint16(end), class: view.getUint16(end + 2) };
    at = end + 4;
  }
  const sections: DnsRecord[][] = [];
  const work = { left: maxNameWork };
  let edns: Edns | undefined;
  for (const countAt of [6, 8, 10]) {
    const records: DnsRecord[] = [];
    for (let left = view.getUint16(countAt); left > 0; left--) {
      const read = readRecord(message, view, at, { texts, work });
      if (read === undefined) return undefined;
      at = read.end;
      if (read.record.type !== optType) records.push(read.record);
      else edns ??= readEdns(read.record);
    }
    sections.push(records);
  }
  const [answer = [], authority = [], additional = []] = sections;
  const responseCode = (flags & 0x0f) | ((edns?.extendedCode ?? 0) << 4);
  return { id: view.getUint16(0), flags, responseCode, question, answer, authority, additional, edns };
}

function readRecord(
  message: Uint8Array,
  view: DataView,
  at: number,
  { texts, work }: { texts: DataTexts; work: NameWork },
): { record: DnsRecord; end: number } | undefined {
  const fixed = skipName(message, 0, message.length, at, work);
  if (fixed < 0 || fixed + 10 > message.length) return undefined;
  const type = view.getUint16(fixed);
  const recordClass = view.getUint16(fixed + 2);
  const from = fixed + 10;
  const end = from + view.getUint16(fixed + 8);
  if (end > message.length) return undefined;
  const data = expandData(message, type, from, end, work);
  const owner = readWireName(expandName(message, at), 0);
  if (data === undefined || owner === undefined) return undefined;
  const text = type === optType ? '' : texts.text(data, type, recordClass);
  return {
    record: { name: owner.name, type, class: recordClass, ttl: readTtl(view, fixed, type), data, text },
    end,
  };
}

/** A TTL with the first bit set is zero (RFC 2181 section 8); OPT keeps other things there. */
function readTtl(view: DataView, fixed: number, type: number): number {
  const ttl = view.getUint32(fixed + 4);
  return type !== optType && ttl > 0x7fff_ffff ? 0 : ttl;
}
