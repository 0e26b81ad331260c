import { writeIpv4, writeIpv6 } from '../presentation/address-text.ts';
import { writeCharacterString } from '../presentation/character-string.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import type { DataReader } from './data-reader.ts';

/** Writes A data (RFC 1035 section 3.4.1). */
export function writeA(out: TextBuffer, data: DataReader): boolean {
  if (data.left !== 4) return false;
  writeIpv4(out, data.bytes, data.at);
  return true;
}

/** Writes AAAA data (RFC 3596). */
export function writeAaaa(out: TextBuffer, data: DataReader): boolean {
  if (data.left !== 16) return false;
  writeIpv6(out, data.bytes, data.at);
  return true;
}

/** Writes data of NS, CNAME, PTR, DNAME and their like: one name. */
export function writeOneName(out: TextBuffer, data: DataReader): boolean {
  return data.left > 0 && data.name(out) && data.left === 0;
}

/** Writes data of MINFO and RP: two names. */
export function writeTwoNames(out: TextBuffer, data: DataReader): boolean {
  if (data.left === 0 || !data.name(out)) return false;
  out.space();
  return data.name(out) && data.left === 0;
}

/** Writes data of MX, AFSDB, RT, KX: a number and a name. */
export function writePreferredName(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(3)) return false;
  out.decimal(data.uint16());
  out.space();
  return data.name(out) && data.left === 0;
}

/** Writes SOA data (RFC 1035 section 3.3.13): two names and five numbers. */
export function writeSoa(out: TextBuffer, data: DataReader): boolean {
  if (data.left === 0 || !data.name(out)) return false;
  out.space();
  if (!data.name(out) || data.left !== 20) return false;
  for (let index = 0; index < 5; index++) {
    out.space();
    out.decimal(data.uint32());
  }
  return true;
}

/** Writes SRV data (RFC 2782). */
export function writeSrv(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(7)) return false;
  for (let index = 0; index < 3; index++) {
    out.decimal(data.uint16());
    out.space();
  }
  return data.name(out) && data.left === 0;
}

/** Writes data of TXT, SPF, HINFO and their like: character-strings, one at least. */
export function writeStrings(out: TextBuffer, data: DataReader): boolean {
  const first = out.position;
  for (let at = data.at; at < data.end; ) {
    if (out.position > first) out.space();
    at = writeCharacterString(out, data.bytes, at, data.end);
    if (at < 0) return false;
  }
  return out.position > first;
}
