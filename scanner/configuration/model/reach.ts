import { isIPv4, isIPv6 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { specialNetworks } from '@sonde/shared/net/special-purpose.ts';

/** An address range is a range of addresses of one family. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/**
 * A reach states how much of the public Internet may do something: nobody, some, or so many that it is as good as
 * anybody.
 */
export type Reach = 'nobody' | 'some' | 'anyone';

/** Shares of the public addresses from which on it is anybody. */
const shareOfAnyone = { 4: 128n, 6: 65_536n } as const;
/** With more ranges than this, only their borders' first ones are looked at. */
const mostBorders = 600;

/** Reads an address, or a prefix; one of IPv4 may be cut short, as `10/8`. Undefined for other texts. */
export function readRange(text: string): AddressRange | undefined {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0) return undefined;
  const value = readAddress(address, length !== undefined);
  if (value === undefined) return undefined;
  const bits = value.family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (prefix < 0 || prefix > bits) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const first = (value.value / size) * size;
  return { family: value.family, first, last: first + size - 1n };
}

export function readAddress(text: string, short = false): Address | undefined {
  const bare = text.replace(/%.*$/, '');
  if (isIPv4(bare) || (short && /^\d{1,3}(?:\.\d{1,3}){0,3}$/.test(bare))) {
    const parts = bare.split('.').map(Number);
    while (parts.length < 4) parts.push(0);
    if (parts.some((part) => part > 255)) return undefined;
    return { family: 4, value: BigInt.asUintN(32, numberOf(parts.join('.'))) };
  }
  return isIPv6(bare) ? { family: 6, value: numberOf(bare) } : undefined;
}

function numberOf(address: string): bigint {
  return BigInt(`0x${addressBytes(address).toString('hex')}`);
}

export function contains(range: AddressRange, { family, value }: Address): boolean {
  return range.family === family && value >= range.first && value <= range.last;
}

const ranges = (prefixes: readonly string[]) => prefixes.map((prefix) => readRange(prefix)!);

/** Of IPv6, addresses outside 2000::/3 are not given to anybody (RFC 4291 section 2.4). */
const notGiven = ['::/3', '4000::/2', '8000::/1'];
/** Not of the public Internet. */
const special = ranges([
  ...specialNetworks.filter(({ isGlobal }) => !isGlobal).map(({ prefix }) => prefix),
  ...notGiven,
]);
const all = ranges(['0.0.0.0/0', '::/0']);

export function isPublic(address: Address): boolean {
  return !special.some((range) => contains(range, address));
}

/** Tells whether a range has loopback addresses only. */
export function isLoopback({ family, first, last }: AddressRange): boolean {
  if (family === 6) return first === 1n && last === 1n;
  return first >= 0x7f000000n && last <= 0x7fffffffn;
}

/** Public addresses of a family without gaps, and how many public ones lie before them. */
interface Piece {
  readonly first: bigint;
  readonly end: bigint;
  readonly before: bigint;
}

const publicPieces = { 4: piecesOf(4), 6: piecesOf(6) } as const;

function piecesOf(family: 4 | 6): readonly Piece[] {
  const pieces: Piece[] = [];
  let before = 0n;
  const borders = sortedBorders([...all, ...special].filter((range) => range.family === family));
  for (const [index, first] of borders.slice(0, -1).entries()) {
    const end = borders[index + 1]!;
    if (!isPublic({ family, value: first })) continue;
    pieces.push({ first, end, before });
    before += end - first;
  }
  return pieces;
}

function sortedBorders(ranges: readonly AddressRange[]): bigint[] {
  return [...new Set(ranges.flatMap(({ first, last }) => [first, last + 1n]))].sort((one, other) =>
    one < other ? -1 : one > other ? 1 : 0,
  );
}

/** Counts the public addresses before a value. */
function publicBefore(family: 4 | 6, value: bigint): bigint {
  const piece = publicPieces[family].findLast(({ first }) => first <= value);
  if (piece === undefined) return 0n;
  return piece.before + (value < piece.end ? value : piece.end) - piece.first;
}

/**
 * Measures how much of the Internet a test lets through; the test decides alike between the borders of the ranges that
 * it knows.
 */
export function reachOf(known: readonly AddressRange[], allows: (address: Address) => boolean): Reach {
  let some = false;
  const bounded = known.slice(0, mostBorders);
  for (const whole of all) {
    const { family } = whole;
    const borders = sortedBorders([whole, ...bounded.filter((range) => range.family === family)]);
    const counts = borders.map((border) => publicBefore(family, border));
    let open = 0n;
    for (const [index, value] of borders.slice(0, -1).entries()) {
      const size = counts[index + 1]! - counts[index]!;
      if (size > 0n && allows({ family, value })) open += size;
    }
    if (open > 0n) some = true;
    if (open * shareOfAnyone[family] >= counts.at(-1)!) return 'anyone';
  }
  return some ? 'some' : 'nobody';
}
