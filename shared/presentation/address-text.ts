import type { TextBuffer } from './text-buffer.ts';

/** Writes four bytes as a dotted quad. */
export function writeIpv4(out: TextBuffer, source: Uint8Array, at: number): void {
  writeOctet(out, source[at]!);
  out.byte(0x2e);
  writeOctet(out, source[at + 1]!);
  out.byte(0x2e);
  writeOctet(out, source[at + 2]!);
  out.byte(0x2e);
  writeOctet(out, source[at + 3]!);
}

function writeOctet(out: TextBuffer, value: number): void {
  const { bytes } = out;
  let rest = value;
  if (value >= 100) {
    const hundreds = value >= 200 ? 2 : 1;
    bytes[out.position++] = 0x30 + hundreds;
    rest -= hundreds * 100;
  }
  if (value >= 10) {
    const tens = (rest * 205) >> 11;
    bytes[out.position++] = 0x30 + tens;
    rest -= tens * 10;
  }
  bytes[out.position++] = 0x30 + rest;
}

/** Writes sixteen bytes as RFC 5952 has it: the longest run of zero groups, two at least, is `::`. */
export function writeIpv6(out: TextBuffer, source: Uint8Array, at: number): void {
  let bestStart = -1;
  let bestLength = 1;
  let runStart = -1;
  for (let group = 0; group <= 8; group++) {
    const zero = group < 8 && source[at + group * 2] === 0 && source[at + group * 2 + 1] === 0;
    if (zero) {
      if (runStart < 0) runStart = group;
    } else if (runStart >= 0) {
      if (group - runStart > bestLength) {
        bestStart = runStart;
        bestLength = group - runStart;
      }
      runStart = -1;
    }
  }
  for (let group = 0; group < 8; ) {
    if (group === bestStart) {
      out.byte(0x3a);
      out.byte(0x3a);
      group += bestLength;
      continue;
    }
    if (group > 0 && group !== bestStart + bestLength) out.byte(0x3a);
    else if (group > 0 && bestStart < 0) out.byte(0x3a);
    out.hexGroup((source[at + group * 2]! << 8) | source[at + group * 2 + 1]!);
    group++;
  }
}
