import { writeCharacterString, writeQuoted } from '../presentation/character-string.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import type { DataReader } from './data-reader.ts';

/** Writes NAPTR data (RFC 3403 section 4). */
export function writeNaptr(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(8)) return false;
  out.decimal(data.uint16());
  out.space();
  out.decimal(data.uint16());
  out.space();
  for (let index = 0; index < 3; index++) {
    const behind = writeCharacterString(out, data.bytes, data.at, data.end);
    if (behind < 0) return false;
    data.at = behind;
    out.space();
  }
  return data.name(out) && data.left === 0;
}

/** Writes CAA data (RFC 8659 section 4): flags, a tag of letters and digits, a quoted value. */
export function writeCaa(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(2)) return false;
  out.decimal(data.uint8());
  out.space();
  const length = data.uint8();
  if (length === 0 || !data.has(length)) return false;
  for (let index = 0; index < length; index++) {
    const octet = data.uint8();
    if (!isLetterOrDigit(octet)) return false;
    out.byte(octet);
  }
  out.space();
  writeQuoted(out, data.bytes, data.at, data.end);
  return true;
}

/** Writes URI data (RFC 7553 section 4). */
export function writeUri(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(5)) return false;
  out.decimal(data.uint16());
  out.space();
  out.decimal(data.uint16());
  out.space();
  writeQuoted(out, data.bytes, data.at, data.end);
  return true;
}

function isLetterOrDigit(octet: number): boolean {
  return (octet >= 0x30 && octet <= 0x39) || ((octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a);
}
