import { isIPv6 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';

const dot = 0x2e;
const zero = 0x30;
const colon = 0x3a;

/**
 * Reads the text of an address from bytes into 16 of `target`, IPv4 mapped (RFC 4291 section 2.5.5.2), without making
 * a string of it. False if it is no address; what `target` holds then says nothing.
 */
export function parseAddress(bytes: Buffer, start: number, end: number, target: Uint8Array, at = 0): boolean {
  if (parseDotted(bytes, start, end, target, at)) {
    target.fill(0, at, at + 10);
    target[at + 10] = 0xff;
    target[at + 11] = 0xff;
    return true;
  }
  return end - start <= 39
    ? parseGroups(bytes, start, end, target, at)
    : parseRare(bytes, start, end, target, at);
}

function parseDotted(bytes: Buffer, start: number, end: number, target: Uint8Array, at: number): boolean {
  if (end - start < 7 || end - start > 15) return false;
  let value = -1;
  let part = 0;
  for (let index = start; index <= end; index++) {
    const byte = index === end ? dot : bytes[index]!;
    if (byte === dot) {
      if (value === -1 || part === 4) return false;
      target[at + 12 + part++] = value;
      value = -1;
    } else {
      if (byte < zero || byte > zero + 9) return false;
      value = (value === -1 ? 0 : value * 10) + byte - zero;
      if (value > 255) return false;
    }
  }
  return part === 4;
}

/** Up to eight groups of hexadecimal digits, with `::` once for one or more that are zero. */
function parseGroups(bytes: Buffer, start: number, end: number, target: Uint8Array, at: number): boolean {
  let groups = 0;
  /** Groups before `::`, -1 if there is none yet. */
  let gap = -1;
  let index = start;
  if (end - start < 2) return false;
  if (bytes[index] === colon) {
    if (bytes[index + 1] !== colon) return false;
    gap = 0;
    index += 2;
  }
  while (index < end) {
    let value = 0;
    let digits = 0;
    for (; index < end; index++) {
      const byte = bytes[index]!;
      const digit = hexadecimal(byte);
      if (digit === -1) {
        if (byte === dot) return parseRare(bytes, start, end, target, at);
        if (byte !== colon) return false;
        break;
      }
      if (++digits > 4) return false;
      value = value * 16 + digit;
    }
    if (digits === 0 || groups === 8) return false;
    target[at + groups * 2] = value >> 8;
    target[at + groups * 2 + 1] = value & 0xff;
    groups++;
    if (index === end) break;
    if (++index === end) return false;
    if (bytes[index] === colon) {
      if (gap !== -1) return false;
      gap = groups;
      index++;
    }
  }
  if (gap === -1) return groups === 8;
  if (groups === 8) return false;
  const tail = (groups - gap) * 2;
  target.copyWithin(at + 16 - tail, at + gap * 2, at + groups * 2);
  target.fill(0, at + gap * 2, at + 16 - tail);
  return true;
}

function hexadecimal(byte: number): number {
  if (byte >= zero && byte <= zero + 9) return byte - zero;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Parses text that ends in a dotted address, and text that is no address. */
function parseRare(bytes: Buffer, start: number, end: number, target: Uint8Array, at: number): boolean {
  const text = bytes.toString('latin1', start, end);
  if (!isIPv6(text) || text.includes('%')) return false;
  target.set(addressBytes(text), at);
  return true;
}
