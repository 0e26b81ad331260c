import { writeIpv4, writeIpv6 } from '../presentation/address-text.ts';
import { writeCharacter } from '../presentation/character-string.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import { serviceKeyName } from '../service-binding/service-keys.ts';
import type { DataReader } from './data-reader.ts';

const key = {
  mandatory: 0,
  alpn: 1,
  noDefaultAlpn: 2,
  port: 3,
  ipv4hint: 4,
  ech: 5,
  ipv6hint: 6,
  ohttp: 8,
  docpath: 10,
};

/** Writes data of SVCB and HTTPS (RFC 9460 section 2.1). */
export function writeServiceBinding(out: TextBuffer, data: DataReader): boolean {
  if (!data.has(3)) return false;
  out.decimal(data.uint16());
  out.space();
  if (!data.name(out)) return false;
  let previous = -1;
  while (data.left > 0) {
    if (!data.has(4)) return false;
    const number = data.uint16();
    const length = data.uint16();
    if (number <= previous || !data.has(length)) return false;
    previous = number;
    out.space();
    writeKey(out, number);
    if (!writeValue(out, data.bytes, number, data.at, data.at + length)) return false;
    data.at += length;
  }
  return true;
}

function writeKey(out: TextBuffer, number: number): void {
  out.ascii(serviceKeyName(number));
}

function writeValue(out: TextBuffer, bytes: Uint8Array, number: number, from: number, to: number): boolean {
  if (number === key.noDefaultAlpn || number === key.ohttp) return from === to;
  if (from === to) return number > key.ohttp;
  out.byte(0x3d);
  switch (number) {
    case key.mandatory:
      return writeKeys(out, bytes, from, to);
    case key.alpn:
    case key.docpath:
      return writeProtocols(out, bytes, from, to);
    case key.port:
      if (to - from !== 2) return false;
      out.decimal((bytes[from]! << 8) | bytes[from + 1]!);
      return true;
    case key.ipv4hint:
      return writeAddresses(out, bytes, from, to, 4);
    case key.ipv6hint:
      return writeAddresses(out, bytes, from, to, 16);
    case key.ech:
      out.base64(bytes, from, to);
      return true;
    default:
      out.byte(0x22);
      for (let at = from; at < to; at++) writeCharacter(out, bytes[at]!);
      out.byte(0x22);
      return true;
  }
}

function writeKeys(out: TextBuffer, bytes: Uint8Array, from: number, to: number): boolean {
  if ((to - from) % 2 !== 0) return false;
  for (let at = from; at < to; at += 2) {
    if (at > from) out.byte(0x2c);
    writeKey(out, (bytes[at]! << 8) | bytes[at + 1]!);
  }
  return true;
}

/** A list of protocol names; a comma or a backslash within one is escaped twice (RFC 9460 appendix A.1). */
function writeProtocols(out: TextBuffer, bytes: Uint8Array, from: number, to: number): boolean {
  out.byte(0x22);
  for (let at = from; at < to; ) {
    const length = bytes[at]!;
    if (length === 0 || at + 1 + length > to) return false;
    if (at > from) out.byte(0x2c);
    for (let index = at + 1; index <= at + length; index++) {
      const octet = bytes[index]!;
      if (octet === 0x2c || octet === 0x5c) out.ascii('\\\\');
      writeCharacter(out, octet);
    }
    at += 1 + length;
  }
  out.byte(0x22);
  return true;
}

function writeAddresses(
  out: TextBuffer,
  bytes: Uint8Array,
  from: number,
  to: number,
  width: 4 | 16,
): boolean {
  if ((to - from) % width !== 0) return false;
  for (let at = from; at < to; at += width) {
    if (at > from) out.byte(0x2c);
    if (width === 4) writeIpv4(out, bytes, at);
    else writeIpv6(out, bytes, at);
  }
  return true;
}
