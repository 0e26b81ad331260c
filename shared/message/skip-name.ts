import { malformed } from './malformed.ts';

const maxNameBytes = 255;
/** A name has 127 labels at most, the root included, and each but the first may be reached by a pointer. */
const maxPointers = 126;

/** The pointers of a message reach its first 16 KiB (RFC 1035 section 4.1.4). */
const reach = 0x4000;

/**
 * A name memory knows of the places of one message that pointers led to what lies behind them: the length of that name, and its pointers.
 * So that names which end alike, as those of a transfer do, are walked over once.
 */
export class NameMemory {
  readonly #messages = new Uint32Array(reach);
  readonly #found = new Uint16Array(reach);
  #message = 0;

  /** Forgets what it knows, for another message. */
  begin(): void {
    this.#message = (this.#message + 1) >>> 0;
    if (this.#message > 0) return;
    this.#messages.fill(0);
    this.#message = 1;
  }

  /** The length behind the place, times 128, and the pointers on the way; 0 if it is not known. */
  at(place: number): number {
    return this.#messages[place] === this.#message ? this.#found[place]! : 0;
  }

  keep(place: number, length: number, pointers: number): void {
    this.#messages[place] = this.#message;
    this.#found[place] = (length << 7) | pointers;
  }
}

/** The name work is the bound on the labels and pointers that may still be walked over for the names of one message, and what is known of these. */
export interface NameWork {
  left: number;
  readonly memory?: NameMemory;
}

/**
 * The name work bound counts labels and pointers of all names of a message together: a transfer of reverse IPv6 names,
 * which have 34 labels, takes some 100,000 in a message of 64 KiB.
 */
export const maxNameWork = 131_072;

/**
 * The remembered name work bound is that of a reader that has a memory for them. Of names that end like others, as
 * those of a transfer do, only what stands before the first pointer is counted, and the pointers behind it: the transfer above takes some 14,000.
 */
export const maxRememberedNameWork = 65_536;

/**
 * Checks the name at `at` of the message `bytes[start, end)`, with all that its pointers lead to, and returns the offset
 * behind it, or a reason of `malformed` as a negative number. A pointer must go to an earlier place than the name or
 * pointer it was reached by (RFC 1035 section 4.1.4 says "a prior occurrence"), so that a loop cannot be, and there may be
 * as many as a name needs at most. What was walked over is taken off `work`.
 */
export function skipName(bytes: Uint8Array, start: number, end: number, at: number, work?: NameWork): number {
  const memory = work?.memory;
  let position = at;
  let behind = -1;
  let lowest = at;
  let length = 1;
  let pointers = 0;
  let steps = 0;
  // Where the first pointer led, and what was walked over before.
  let place = -1;
  let lengthBefore = 0;
  for (;;) {
    steps++;
    if (position >= end) return -malformed.nameCut;
    const octet = bytes[position]!;
    if (octet === 0) break;
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
      if (memory === undefined) continue;
      const known = memory.at(target - start);
      if (known > 0) {
        length += (known >> 7) - 1;
        if (length > maxNameBytes) return -malformed.nameTooLong;
        pointers += known & 0x7f;
        // They are followed again by whoever writes the name out; its labels have a bound in the length of what is written.
        steps += known & 0x7f;
        if (pointers > maxPointers) return -malformed.namePointers;
        break;
      }
      if (place < 0) {
        place = target - start;
        lengthBefore = length;
      }
    } else return -malformed.nameLabel;
  }
  if (place >= 0) memory!.keep(place, length - lengthBefore + 1, pointers - 1);
  if (work !== undefined) {
    work.left -= steps;
    if (work.left < 0) return -malformed.tooMuchWork;
  }
  return behind < 0 ? position + 1 : behind;
}
