import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';

/** Bits of an address that a table tells apart: nobody announces less than that to the world. */
export const keyBits = { 4: 32, 6: 48 } as const;
const longestName = 100;

/** Addresses of one autonomous system; `start` and `end` are the leading `keyBits` bits as a number, both included. */
export interface AsRange {
  readonly family: 4 | 6;
  readonly start: number;
  readonly end: number;
  readonly asn: number;
  readonly country: string | null;
  readonly name: string | null;
}

/**
 * One line of a table: `start<TAB>end<TAB>AS<TAB>country<TAB>name`, `prefix AS name` or `address length AS`, parted by
 * tabs, commas or spaces. `nothing` for comments and for what nobody announces; undefined where it is malformed.
 */
export function parseAsLine(line: string): AsRange | 'nothing' | undefined {
  if (/^\s*(?:[#;]|$)/.test(line)) return 'nothing';
  const fields = line.trim().split(line.includes('\t') ? '\t' : line.includes(',') ? ',' : /\s+/);
  const [first = '', second = '', third = ''] = fields;
  const separator = line.includes('\t') || !line.includes(',') ? ' ' : ',';
  try {
    if (first.includes('/')) return described(prefixRange(first), second, fields.slice(2), separator);
    if (/^\d{1,3}$/.test(second)) return described(prefixRange(`${first}/${second}`), third, [], separator);
    return described(between(first, second), third, fields.slice(3), separator);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Range = Pick<AsRange, 'family' | 'start' | 'end'>;

/** `AS64500`, and the first of several that announce the same: `64500_64501`, `{64500,64501}`. */
function described(
  range: Range,
  system: string,
  about: readonly string[],
  separator: string,
): AsRange | 'nothing' {
  const digits = /^\{?(?:AS)?(\d{1,10})(?:[_,}]|$)/i.exec(system.trim())?.[1];
  const asn = Number(digits);
  if (digits === undefined || asn > 0xffff_ffff)
    throw new RangeError('not the number of an autonomous system');
  if (asn === 0) return 'nothing';
  const [place = '', ...rest] = about;
  const hasPlace = rest.length > 0 && /^(?:[A-Z]{2}|None)$/.test(place);
  const country = hasPlace && place !== 'None' ? place : null;
  const name = (hasPlace ? rest : about).join(separator).replace(/^"|"$/g, '').trim();
  return { ...range, asn, country, name: name === '' ? null : name.slice(0, longestName) };
}

function prefixRange(text: string): Range {
  const [address = '', length = ''] = text.split('/');
  const { family, key } = keyOf(address);
  const bits = Number(length);
  if (!/^\d{1,3}$/.test(length) || bits > keyBits[family]) throw new RangeError('no length of a prefix');
  const size = 2 ** (keyBits[family] - bits);
  const start = Math.floor(key / size) * size;
  return { family, start, end: start + size - 1 };
}

function between(first: string, last: string): Range {
  const [start, end] = [keyOf(first), keyOf(last)];
  if (start.family !== end.family || start.key > end.key) throw new RangeError('no range of addresses');
  // What is not told apart must be in or out as a whole.
  if (start.rest.some((byte) => byte !== 0) || end.rest.some((byte) => byte !== 0xff))
    throw new RangeError('a range within a /48');
  return { family: start.family, start: start.key, end: end.key };
}

function keyOf(text: string): { family: 4 | 6; key: number; rest: Uint8Array } {
  const bytes = addressBytes(text.trim());
  return isIPv4(text.trim())
    ? { family: 4, key: bytes.readUInt32BE(12), rest: new Uint8Array() }
    : { family: 6, key: bytes.readUIntBE(0, 6), rest: bytes.subarray(6) };
}
