import { isIPv4, isIPv6 } from 'node:net';
import { addressBytes } from '../net/address.ts';
import type { DataWords } from './data-words.ts';
import { wireNameOf } from './wire-name-of.ts';

/** Encodes the gateway of IPSECKEY (RFC 4025 section 3.1), whose kind the second word says. */
export function encodeGateway(words: DataWords): Uint8Array | undefined {
  return place(words.at(1), words.next(), words.origin);
}

/**
 * Encodes the fields after the precedence of AMTRELAY (RFC 8777 section 4.3): discovery may be skipped, kind of relay,
 * relay.
 */
export function encodeRelay(words: DataWords): Uint8Array | undefined {
  const optional = words.next();
  if (optional !== '0' && optional !== '1') return undefined;
  const kind = words.next();
  const relay = place(kind, words.next(), words.origin);
  return relay && Buffer.concat([Uint8Array.of((optional === '1' ? 0x80 : 0) | Number(kind)), relay]);
}

function place(kind: string | undefined, text = '', origin: string): Uint8Array | undefined {
  switch (kind) {
    case '0':
      return text === '.' ? Buffer.alloc(0) : undefined;
    case '1':
      return isIPv4(text) ? addressBytes(text).subarray(12) : undefined;
    case '2':
      return isIPv6(text) && !text.includes('%') ? addressBytes(text) : undefined;
    case '3':
      return wireNameOf(text, origin);
    default:
      return undefined;
  }
}
