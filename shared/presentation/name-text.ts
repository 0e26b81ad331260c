import { writeOctetEscape } from './octet-escape.ts';
import type { TextBuffer } from './text-buffer.ts';

/** The lower-case form of each octet that a name shows as it is; 0 for those that it shows escaped. */
const plain = new Uint8Array(256);
for (let octet = 0x21; octet < 0x7f; octet++)
  plain[octet] = octet >= 0x41 && octet <= 0x5a ? octet + 0x20 : octet;
plain[0x2e] = 0;
plain[0x5c] = 0;

/**
 * Writes a name that was checked before, following its pointers, in the stored form of `shared/dns/names.ts`.
 * With `labels` above 0 only that many from the right are written. Returns whether labels were left out.
 */
export function writeName(
  out: TextBuffer,
  source: Uint8Array,
  start: number,
  at: number,
  labels: number,
): boolean {
  if (labels === 0) {
    const end = writePlainName(out.bytes, out.position, source, start, at);
    if (end >= 0) {
      out.position = end;
      return false;
    }
  }
  return writeAnyName(out, source, start, at, labels);
}

/** Writes a name without anything to escape, as nearly all are, and returns where it ends; -1 for another. */
function writePlainName(
  bytes: Uint8Array,
  to: number,
  source: Uint8Array,
  start: number,
  at: number,
): number {
  let position = at;
  let write = to;
  for (let length = source[position]!; length !== 0; length = source[position]!) {
    if (length >= 0xc0) {
      position = start + (((length & 0x3f) << 8) | source[position + 1]!);
      continue;
    }
    const end = position + 1 + length;
    while (++position < end) {
      const shown = plain[source[position]!]!;
      if (shown === 0) return -1;
      bytes[write++] = shown;
    }
    bytes[write++] = 0x2e;
  }
  // The last label's dot is one too many, except for the root.
  if (write === to) bytes[write++] = 0x2e;
  else write--;
  return write;
}

function writeAnyName(
  out: TextBuffer,
  source: Uint8Array,
  start: number,
  at: number,
  labels: number,
): boolean {
  let position = at;
  let skip = labels === 0 ? 0 : countLabels(source, start, at) - labels;
  const minimised = skip > 0;
  const { bytes } = out;
  let write = out.position;
  for (let length = source[position]!; length !== 0; length = source[position]!) {
    if (length >= 0xc0) {
      position = start + (((length & 0x3f) << 8) | source[position + 1]!);
      continue;
    }
    const end = position + 1 + length;
    if (skip-- <= 0) {
      if (write > out.position) bytes[write++] = 0x2e;
      for (let index = position + 1; index < end; index++) {
        const octet = source[index]!;
        const shown = plain[octet]!;
        if (shown !== 0) bytes[write++] = shown;
        else write = writeEscape(bytes, write, octet);
      }
    }
    position = end;
  }
  if (write === out.position) bytes[write++] = 0x2e;
  out.position = write;
  return minimised;
}

function writeEscape(bytes: Uint8Array, at: number, octet: number): number {
  bytes[at] = 0x5c;
  if (octet === 0x2e || octet === 0x5c) {
    bytes[at + 1] = octet;
    return at + 2;
  }
  return writeOctetEscape(bytes, at, octet);
}

function countLabels(source: Uint8Array, start: number, at: number): number {
  let count = 0;
  let position = at;
  for (let length = source[position]!; length !== 0; length = source[position]!) {
    if (length >= 0xc0) position = start + (((length & 0x3f) << 8) | source[position + 1]!);
    else {
      count++;
      position += length + 1;
    }
  }
  return count;
}
