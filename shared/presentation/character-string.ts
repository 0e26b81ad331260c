import { writeOctetEscape } from './octet-escape.ts';
import type { TextBuffer } from './text-buffer.ts';

/** Writes octets between quotes; a quote, a backslash and what is not printable ASCII are escaped (RFC 1035 section 5.1). */
export function writeQuoted(out: TextBuffer, source: Uint8Array, from: number, to: number): void {
  out.byte(0x22);
  for (let at = from; at < to; at++) writeOne(out, source[at]!);
  out.byte(0x22);
}

function writeOne(out: TextBuffer, octet: number): void {
  if (octet < 0x20 || octet > 0x7e) {
    out.position = writeOctetEscape(out.bytes, out.position, octet);
    return;
  }
  if (octet === 0x22 || octet === 0x5c) out.byte(0x5c);
  out.byte(octet);
}

export const writeCharacter = writeOne;

/** Writes the character-string at `at`; returns the offset behind it, or -1 if it runs over `end`. */
export function writeCharacterString(out: TextBuffer, source: Uint8Array, at: number, end: number): number {
  if (at >= end) return -1;
  const behind = at + 1 + source[at]!;
  if (behind > end) return -1;
  writeQuoted(out, source, at + 1, behind);
  return behind;
}
