import type { TextBuffer } from './text-buffer.ts';

/** Each octet in decimal with a dot behind it, as the word that holds these bytes, and how many bytes that is. */
const octetWords = new Int32Array(256);
const octetLengths = new Uint8Array(256);
for (let octet = 0; octet < 256; octet++) {
  const text = Buffer.from(`${octet}.`.padEnd(4, '\0'), 'latin1');
  octetWords[octet] = text.readInt32LE();
  octetLengths[octet] = `${octet}.`.length;
}

/** Writes four bytes as a dotted quad. */
export function writeIpv4(out: TextBuffer, source: Uint8Array, at: number): void {
  const { view } = out;
  let write = out.position;
  for (let index = at; index < at + 4; index++) {
    const octet = source[index]!;
    view.setInt32(write, octetWords[octet]!, true);
    write += octetLengths[octet]!;
  }
  // No dot behind the last one.
  out.position = write - 1;
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
