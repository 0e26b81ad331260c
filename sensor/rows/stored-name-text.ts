import * as nameText from '@sonde/shared/presentation/name-text.ts';
import type { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';

// Functions of another module are looked up at each use: on the hot path they are made this one's own.
const { writeName } = nameText;

const topBits = 0x80808080 | 0;
const dots = 0x2e2e2e2e;
const backslashes = 0x5c5c5c5c;
const letters = 0x61616161;
/** Lengths up to here are below all characters that a name shows as they are. */
const maxSmallLength = 0x20;

/**
 * Writes the name `bytes[at, at + length)` as `writeName` does, but four bytes at a time. The name is in lower case and has
 * no pointers, and its bytes stand in `view`, too, which goes on for three bytes behind it.
 *
 * The text is the name without its first byte and its last, with a dot in the place of each further length. Lengths are
 * told from characters by being small. Names in which that does not hold, and those with characters to escape, are left to
 * `writeName`.
 */
export function writeStoredName(
  out: TextBuffer,
  bytes: Uint8Array,
  view: DataView,
  at: number,
  length: number,
): void {
  const { position, view: written } = out;
  const text = length - 2;
  /** How often each of a word's four bytes was small. */
  let small = 0;
  let odd = 0;
  for (let index = 0; index < text; index += 4) {
    let value = view.getInt32((at + index + 1) | 0, true);
    if (index + 4 > text) {
      // What is behind the end becomes letters, which are neither small nor odd.
      const kept = -1 >>> ((index + 4 - text) << 3);
      value = (value & kept) | (letters & ~kept);
    }
    const low = value & 0x7f7f7f7f;
    // One in each byte that is below 0x21.
    const isSmall = (~((low + 0x5f5f5f5f) | value) & topBits) >>> 7;
    const mask = (isSmall << 8) - isSmall;
    const dot = value ^ dots;
    const backslash = value ^ backslashes;
    small = (small + isSmall) | 0;
    // The top bit in a byte that is above 0x7e, or in one at least where any is a dot or a backslash.
    odd |= value | (low + 0x01010101) | ((dot - 0x01010101) & ~dot) | ((backslash - 0x01010101) & ~backslash);
    written.setInt32((position + index) | 0, (value & ~mask) | (dots & mask), true);
  }
  let labels = 0;
  let lengths = 0;
  for (let next = at + bytes[at]! + 1; bytes[next] !== 0 && next < at + length; next += bytes[next]! + 1) {
    labels++;
    lengths |= bytes[next]!;
  }
  if (
    text <= 0 ||
    (odd & topBits) !== 0 ||
    lengths > maxSmallLength ||
    Math.imul(small, 0x01010101) >>> 24 !== labels
  )
    writeName(out, bytes, at, at, 0);
  else out.position = position + text;
}
