import { isIPv4, isIPv6 } from 'node:net';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { wireNameOf } from '@sonde/shared/zone-file/wire-name-of.ts';

const longestString = 255;
const longestName = 4 * 255;

/** Reads the octets of a logged text: sensors write those that are no printable ASCII as `\xHH`, and a backslash twice. */
export function octetsOf(text: string): Buffer {
  if (/^[ -[\]-~]*$/.test(text)) return Buffer.from(text, 'latin1');
  const parts = text.split(/(\\x[0-9a-fA-F]{2}|\\\\)/);
  return Buffer.concat(
    parts.map((part, index) => {
      if (index % 2 === 0) return Buffer.from(part, 'utf8');
      return part === '\\\\' ? Buffer.from('\\') : Buffer.from(part.slice(2), 'hex');
    }),
  );
}

/**
 * Writes a name of a log in wire format; undefined if it is none. Logs write names without their last dot, the root as an empty text or
 * a dot, and do not tell a dot within a label from one between labels.
 */
export function nameData(text: string): Buffer | undefined {
  if (text === '' || text === '.' || text === '<Root>') return Buffer.alloc(1);
  if (/^[A-Za-z0-9._-]+$/.test(text)) return wireNameOf(text.endsWith('.') ? text : `${text}.`, '.');
  // A name of 255 octets takes four letters for each at the most.
  if (text.length > longestName) return undefined;
  const octets = octetsOf(text);
  let escaped = '';
  for (const octet of octets) {
    const character = String.fromCharCode(octet);
    escaped += /[A-Za-z0-9._-]/.test(character) ? character : `\\${String(octet).padStart(3, '0')}`;
  }
  return wireNameOf(escaped.endsWith('.') ? escaped : `${escaped}.`, '.');
}

/** Writes an address; undefined if the text is not one of this type. */
export function addressData(type: number, text: string): Buffer | undefined {
  const isSound = type === recordTypes.A ? isIPv4(text) : isIPv6(text) && !text.includes('%');
  if (!isSound) return undefined;
  const bytes = addressBytes(text);
  return type === recordTypes.A ? bytes.subarray(12) : bytes;
}

/** Writes character strings (RFC 1035 section 3.3.14), longer texts in pieces of 255 octets. */
export function textData(strings: readonly Uint8Array[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const string of strings) {
    let at = 0;
    do {
      const piece = string.subarray(at, at + longestString);
      parts.push(Uint8Array.of(piece.length), piece);
      at += longestString;
    } while (at < string.length);
  }
  return Buffer.concat(parts);
}
