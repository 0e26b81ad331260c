import { malformed } from './malformed.ts';

const maxNameBytes = 255;

/**
 * Checks the name at `at` of the message `bytes[start, end)`, with all that its pointers lead to, and returns the offset
 * behind it, or a reason of `malformed` as a negative number. A pointer must go to an earlier place than the name or
 * pointer it was reached by (RFC 1035 section 4.1.4 says "a prior occurrence"), so that a loop cannot be.
 */
export function skipName(bytes: Uint8Array, start: number, end: number, at: number): number {
  let position = at;
  let behind = -1;
  let lowest = at;
  let length = 1;
  for (;;) {
    if (position >= end) return -malformed.nameCut;
    const octet = bytes[position]!;
    if (octet === 0) return behind < 0 ? position + 1 : behind;
    if (octet < 0x40) {
      length += octet + 1;
      if (length > maxNameBytes) return -malformed.nameTooLong;
      position += octet + 1;
    } else if (octet >= 0xc0) {
      if (position + 1 >= end) return -malformed.nameCut;
      const target = start + (((octet & 0x3f) << 8) | bytes[position + 1]!);
      if (behind < 0) behind = position + 2;
      if (target >= lowest || target < start + 12) return -malformed.namePointer;
      lowest = target;
      position = target;
    } else return -malformed.nameLabel;
  }
}
