import { isIPv6 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';

const dot = 0x2e;
const zero = 0x30;

/**
 * Reads the text of an address from bytes into the first 16 of `target`, IPv4 mapped (RFC 4291 section 2.5.5.2).
 * Dotted text, by far the commonest, makes no string. False where it is no address.
 */
export function parseAddress(bytes: Buffer, start: number, end: number, target: Uint8Array): boolean {
  if (parseDotted(bytes, start, end, target)) {
    target.fill(0, 0, 10);
    target[10] = 0xff;
    target[11] = 0xff;
    return true;
  }
  const text = bytes.toString('latin1', start, end);
  if (!isIPv6(text) || text.includes('%')) return false;
  target.set(addressBytes(text));
  return true;
}

function parseDotted(bytes: Buffer, start: number, end: number, target: Uint8Array): boolean {
  if (end - start < 7 || end - start > 15) return false;
  let value = -1;
  let part = 0;
  for (let index = start; index <= end; index++) {
    const byte = index === end ? dot : bytes[index]!;
    if (byte === dot) {
      if (value === -1 || part === 4) return false;
      target[12 + part++] = value;
      value = -1;
    } else {
      if (byte < zero || byte > zero + 9) return false;
      value = (value === -1 ? 0 : value * 10) + byte - zero;
      if (value > 255) return false;
    }
  }
  return part === 4;
}
