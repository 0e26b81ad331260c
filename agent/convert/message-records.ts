import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import { skipName } from '@sonde/shared/message/skip-name.ts';
import { embeddedNames } from '@sonde/shared/record-data/embedded-names.ts';

const maxNameBytes = 255;
const maxLabels = 128;

/** A wire record states a record of a message, with its names spelled out. */
export interface WireRecord {
  /** 0 for answers, 1 for authorities, 2 for additionals. */
  readonly section: number;
  readonly name: Uint8Array;
  readonly type: number;
  readonly class: number;
  readonly ttl: number;
  /** Undefined if a name within it leads nowhere. */
  readonly data: Uint8Array | undefined;
}

/** Reads the records of a message that was read before, as many as are there whole. */
export function recordsOf({ bytes, view, start, end, questions, ...counts }: MessageReader): WireRecord[] {
  let at = questionsEnd(bytes, start, end, questions);
  const records: WireRecord[] = [];
  const { answers, authorities, additionals } = counts;
  const total = at < 0 ? 0 : answers + authorities + additionals;
  for (let index = 0; index < total; index++) {
    const behind = skipName(bytes, start, end, at);
    if (behind < 0 || behind + 10 > end) break;
    const dataAt = behind + 10;
    const next = dataAt + view.getUint16(behind + 8);
    if (next > end) break;
    const name = plainName(bytes, start, at, end);
    if (name === undefined) break;
    const type = view.getUint16(behind);
    records.push({
      section: index < answers ? 0 : index < answers + authorities ? 1 : 2,
      name,
      type,
      class: view.getUint16(behind + 2),
      ttl: view.getUint32(behind + 4),
      data: plainData(bytes, start, type, dataAt, next),
    });
    at = next;
  }
  return records;
}

/** Reads the questions behind the first, as many as are there. */
export function furtherQuestions({
  bytes,
  view,
  start,
  end,
  questions,
}: MessageReader): Pick<WireRecord, 'name' | 'type' | 'class'>[] {
  const list: Pick<WireRecord, 'name' | 'type' | 'class'>[] = [];
  let at = questionsEnd(bytes, start, end, 1);
  for (let index = 1; index < questions && at >= 0; index++) {
    const behind = skipName(bytes, start, end, at);
    const name = behind < 0 || behind + 4 > end ? undefined : plainName(bytes, start, at, end);
    if (name === undefined) break;
    list.push({ name, type: view.getUint16(behind), class: view.getUint16(behind + 2) });
    at = behind + 4;
  }
  return list;
}

/** Spells out the name at `at`, in the letters that it has; undefined if it leads nowhere. */
export function plainName(bytes: Uint8Array, start: number, at: number, end: number): Uint8Array | undefined {
  const name: number[] = [];
  let place = at;
  let lowest = at;
  for (let labels = 0; labels < maxLabels * 2; labels++) {
    if (place >= end) return undefined;
    const length = bytes[place]!;
    if (length >= 0xc0) {
      const to = place + 1 < end ? start + (((length & 0x3f) << 8) | bytes[place + 1]!) : lowest;
      if (to >= lowest) return undefined;
      lowest = to;
      place = to;
      continue;
    }
    if (length > 63 || place + 1 + length > end || name.length + 1 + length > maxNameBytes) return undefined;
    for (let index = place; index <= place + length; index++) name.push(bytes[index]!);
    if (length === 0) return Uint8Array.from(name);
    place += length + 1;
  }
  return undefined;
}

function questionsEnd(bytes: Uint8Array, start: number, end: number, questions: number): number {
  let at = start + 12;
  for (let index = 0; index < questions; index++) {
    const behind = skipName(bytes, start, end, at);
    if (behind < 0 || behind + 4 > end) return -1;
    at = behind + 4;
  }
  return at;
}

/** Spells out the names within a record's data. */
function plainData(
  bytes: Uint8Array,
  start: number,
  type: number,
  from: number,
  end: number,
): Uint8Array | undefined {
  const layout = from === end ? undefined : embeddedNames(type);
  if (layout === undefined) return Uint8Array.from(bytes.subarray(from, end));
  const parts: Uint8Array[] = [];
  let at = from;
  for (const part of layout) {
    let next = end;
    if (part === 'name') {
      const name = plainName(bytes, start, at, end);
      next = skipName(bytes, start, end, at);
      if (name === undefined || next < 0) return undefined;
      parts.push(name);
    } else {
      if (part === 'string') next = at + 1 + (bytes[at] ?? 0);
      else if (part !== 'rest') next = at + part;
      if (next > end) return undefined;
      parts.push(bytes.subarray(at, next));
    }
    at = next;
  }
  parts.push(bytes.subarray(at, end));
  return Buffer.concat(parts);
}
