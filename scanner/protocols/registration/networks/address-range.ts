import { addressBytes, addressText } from '@sonde/shared/net/address.ts';

/** Tells whether an address lies from the first to the last, both included. False if one of them is no address. */
export function isWithin(address: string, first: string, last: string): boolean {
  try {
    const [own, start, end] = [address, first, last].map(addressBytes) as [Buffer, Buffer, Buffer];
    return start.compare(own) <= 0 && own.compare(end) <= 0;
  } catch {
    return false;
  }
}

/** Compares two ranges by how many addresses they have: below 0 if the first one has fewer. */
export function compareSizes(one: Range, other: Range): number {
  const difference = sizeOf(one) - sizeOf(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Writes the ends of a range in their normal form; undefined if the range is invalid, and for all addresses, which is
 * nobody's network.
 */
export function rangeOf(first: string, last: string): Range | undefined {
  try {
    const [start, end] = [addressBytes(first.trim()), addressBytes(last.trim())];
    const isAll =
      start.subarray(12).every((byte) => byte === 0) && end.subarray(12).every((byte) => byte === 255);
    const isV4 = addressText(start).includes('.');
    if (start.compare(end) > 0 || isV4 !== addressText(end).includes('.') || (isV4 && isAll))
      return undefined;
    if (!isV4 && start.every((byte) => byte === 0)) return undefined;
    return { first: addressText(start), last: addressText(end) };
  } catch {
    return undefined;
  }
}

export interface Range {
  readonly first: string;
  readonly last: string;
}

function sizeOf({ first, last }: Range): bigint {
  const number = (text: string) => BigInt(`0x${addressBytes(text).toString('hex')}`);
  return number(last) - number(first);
}
