import { isIPv4 } from 'node:net';
import { addressBytes, addressText } from './address.ts';

/**
 * A prefix covers the addresses that share their leading bits. `words` are the address in 32-bit numbers: one of IPv4,
 * four of IPv6.
 */
export interface Prefix {
  readonly family: 4 | 6;
  readonly words: readonly number[];
  readonly length: number;
}

/**
 * Reads a prefix: `192.0.2.0/24`, `2001:db8::/32`, or an address alone. Bits behind the length are cleared. Undefined
 * for what is neither.
 */
export function parsePrefix(text: string): Prefix | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? text : text.slice(0, slash);
  const words = ipv4Word(address);
  if (words !== undefined) return prefixOf(4, [words], slash === -1 ? 32 : lengthOf(text, slash, 32));
  if (!address.includes(':') || address.length > 45) return undefined;
  try {
    const bytes = addressBytes(address);
    return prefixOf(6, wordsOfBytes(bytes), slash === -1 ? 128 : lengthOf(text, slash, 128));
  } catch {
    return undefined;
  }
}

/** Tells whether a prefix has bits behind its length in the text that it was read from. */
export function hasHostBits(text: string): boolean {
  const [address = ''] = text.split('/');
  const prefix = parsePrefix(text);
  return prefix !== undefined && !wordsOfAddress(address).every((word, at) => word === prefix.words[at]);
}

/** Tells whether all addresses of the inner prefix are of the outer one. */
export function prefixCovers(outer: Prefix, inner: Prefix): boolean {
  return (
    outer.family === inner.family &&
    outer.length <= inner.length &&
    outer.words.every((word, at) => word === leadingBits(inner.words[at]!, outer.length - at * 32))
  );
}

/** Writes a prefix in the form of RFC 5952 and RFC 4632. */
export function prefixText({ family, words, length }: Prefix): string {
  return `${wordsText(family, words)}/${length}`;
}

/** Writes the text of an address in words. */
export function wordsText(family: 4 | 6, words: readonly number[]): string {
  return addressText(bytesOfWords(family, words));
}

/** Returns the 16 bytes of an address in words, IPv4 mapped. */
export function bytesOfWords(family: 4 | 6, words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(16);
  if (family === 4) {
    bytes.writeUInt16BE(0xffff, 10);
    bytes.writeUInt32BE(words[0]!, 12);
  } else for (let at = 0; at < 4; at++) bytes.writeUInt32BE(words[at] ?? 0, at * 4);
  return bytes;
}

/** Reads an address as 32-bit words: one for IPv4, else four. */
export function wordsOfAddress(text: string): number[] {
  const bytes = addressBytes(text);
  return isIPv4(text) ? [bytes.readUInt32BE(12)] : wordsOfBytes(bytes);
}

/** Returns a word with only its leading bits, of 32. */
export function leadingBits(word: number, bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? word : (word & (0xffff_ffff << (32 - bits))) >>> 0;
}

function prefixOf(family: 4 | 6, words: readonly number[], length: number | undefined): Prefix | undefined {
  if (length === undefined) return undefined;
  return { family, words: words.map((word, at) => leadingBits(word, length - at * 32)), length };
}

function lengthOf(text: string, slash: number, most: number): number | undefined {
  const digits = text.slice(slash + 1);
  const length = /^(?:0|[1-9]\d{0,2})$/.test(digits) ? Number(digits) : Number.NaN;
  return length <= most ? length : undefined;
}

function wordsOfBytes(bytes: Buffer): number[] {
  return [bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
}

/** Four decimal numbers without leading zeros, read without making an object of it: files have millions of them. */
function ipv4Word(text: string): number | undefined {
  let [word, part, digits, dots] = [0, 0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x2e : text.charCodeAt(at);
    if (code === 0x2e) {
      if (digits === 0 || part > 255) return undefined;
      word = word * 256 + part;
      part = 0;
      digits = 0;
      dots++;
    } else if (code >= 0x30 && code <= 0x39 && digits < 3 && !(digits > 0 && part === 0)) {
      part = part * 10 + code - 0x30;
      digits++;
    } else return undefined;
  }
  return dots === 4 ? word : undefined;
}
