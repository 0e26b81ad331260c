import { recordTypeName } from '../dns/record-types.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import type { DataReader } from './data-reader.ts';
import { writeTime } from './time-text.ts';
import { writeTypeBitmap } from './type-bitmap.ts';

/** DS, CDS, DLV (RFC 4034 section 5.3) and SSHFP, TLSA, SMIMEA: numbers of one or two bytes, then hexadecimal. */
function writeNumbersAndHex(out: TextBuffer, data: DataReader, widths: readonly number[]): boolean {
  for (const width of widths) {
    if (!data.has(width)) return false;
    out.decimal(width === 1 ? data.uint8() : width === 2 ? data.uint16() : data.uint32());
    out.space();
  }
  if (data.left === 0) return false;
  out.hex(data.bytes, data.at, data.end);
  return true;
}

const dsWidths = [2, 1, 1];
const tlsaWidths = [1, 1, 1];
const sshfpWidths = [1, 1];
const zonemdWidths = [4, 1, 1];

export function writeDs(out: TextBuffer, data: DataReader): boolean {
  return writeNumbersAndHex(out, data, dsWidths);
}

/** Writes data of TLSA (RFC 6698 section 2.2) and SMIMEA. */
export function writeTlsa(out: TextBuffer, data: DataReader): boolean {
  return writeNumbersAndHex(out, data, tlsaWidths);
}

/** Writes SSHFP data (RFC 4255 section 3.2). */
export function writeSshfp(out: TextBuffer, data: DataReader): boolean {
  return writeNumbersAndHex(out, data, sshfpWidths);
}

/** Writes ZONEMD data (RFC 8976 section 2.3). */
export function writeZonemd(out: TextBuffer, data: DataReader): boolean {
  return writeNumbersAndHex(out, data, zonemdWidths);
}

/** Writes data of DNSKEY, CDNSKEY, KEY (RFC 4034 section 2.2). */
export function writeDnskey(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(5)) return false;
  out.decimal(data.uint16());
  out.space();
  out.decimal(data.uint8());
  out.space();
  out.decimal(data.uint8());
  out.space();
  out.base64(data.bytes, data.at, data.end);
  return true;
}

/** Writes RRSIG data (RFC 4034 section 3.2). */
export function writeRrsig(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(19)) return false;
  out.ascii(recordTypeName(data.uint16()));
  out.space();
  out.decimal(data.uint8());
  out.space();
  out.decimal(data.uint8());
  out.space();
  out.decimal(data.uint32());
  out.space();
  writeTime(out, data.uint32());
  out.space();
  writeTime(out, data.uint32());
  out.space();
  out.decimal(data.uint16());
  out.space();
  if (!data.name(out) || data.left === 0) return false;
  out.space();
  out.base64(data.bytes, data.at, data.end);
  return true;
}

/** Writes NSEC data (RFC 4034 section 4.2). */
export function writeNsec(out: TextBuffer, data: DataReader): boolean {
  return data.left > 0 && data.name(out) && writeTypeBitmap(out, data);
}

/** Writes NSEC3 data (RFC 5155 section 3.3). */
export function writeNsec3(out: TextBuffer, data: DataReader): boolean {
  if (!writeNsec3Param(out, data) || !data.has(1)) return false;
  const length = data.uint8();
  if (length === 0 || !data.has(length)) return false;
  out.space();
  out.base32(data.bytes, data.at, data.at + length);
  data.at += length;
  return writeTypeBitmap(out, data);
}

/** NSEC3PARAM (RFC 5155 section 4.3): an absent salt is `-`. */
function writeNsec3Param(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(5)) return false;
  out.decimal(data.uint8());
  out.space();
  out.decimal(data.uint8());
  out.space();
  out.decimal(data.uint16());
  out.space();
  const salt = data.uint8();
  if (!data.has(salt)) return false;
  if (salt === 0) out.byte(0x2d);
  else out.hex(data.bytes, data.at, data.at + salt);
  data.at += salt;
  return true;
}

/** Writes NSEC3PARAM as a record of its own: nothing may follow. */
export function writeNsec3ParamRecord(out: TextBuffer, data: DataReader): boolean {
  return writeNsec3Param(out, data) && data.left === 0;
}

/** Writes CSYNC data (RFC 7477 section 2.1.2). */
export function writeCsync(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(6)) return false;
  out.decimal(data.uint32());
  out.space();
  out.decimal(data.uint16());
  return writeTypeBitmap(out, data);
}
