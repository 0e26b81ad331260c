import { malformed } from './malformed.ts';

const maxNameBytes = 255;
/** A name has 127 labels at most, the root included, and each but the first may be reached by a pointer. */
const maxPointers = 126;

/** The name work is the bound on the labels and pointers that may still be walked over for the names of one message. */
export interface NameWork {
  left: number;
}

/**
 * The name work bound counts labels and pointers of all names of a message together: a transfer of reverse IPv6 names,
 * which have 34 labels, takes some 100,000 in a message of 64 KiB. Walking over them takes less than half a
 * millisecond.
 */
export const maxNameWork = 131_072;

/**
 * Checks the name at `at` of the message `bytes[start, end)`, with all that its pointers lead to, and returns the offset
 * behind it, or a reason of `malformed` as a negative number. A pointer must go to an earlier place than the name or
 * pointer it was reached by (RFC 1035 section 4.1.4 says "a prior occurrence"), so that a loop cannot be, and there may be
 * as many as a name needs at most. What was walked over is taken off `work`.
 */
export function skipName(bytes: Uint8Array, start: number, end: number, at: number, work?: NameWork): number {
  let position = at;
  let behind = -1;
  let lowest = at;
  let length = 1;
  let pointers = 0;
  let steps = 0;
  for (;;) {
    steps++;
    if (position >= end) return -malformed.nameCut;
    const octet = bytes[position]!;
    if (octet === 0) {
      if (work !== undefined) {
        work.left -= steps;
        if (work.left < 0) return -malformed.tooMuchWork;
      }
      return behind < 0 ? position + 1 : behind;
    }
    if (octet < 0x40) {
      length += octet + 1;
      if (length > maxNameBytes) return -malformed.nameTooLong;
      position += octet + 1;
    } else if (octet >= 0xc0) {
      if (position + 1 >= end) return -malformed.nameCut;
      const target = start + (((octet & 0x3f) << 8) | bytes[position + 1]!);
      if (behind < 0) behind = position + 2;
      if (target >= lowest || target < start + 12) return -malformed.namePointer;
      if (++pointers > maxPointers) return -malformed.namePointers;
      lowest = target;
      position = target;
    } else return -malformed.nameLabel;
  }
}
