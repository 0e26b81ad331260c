/** Splits a range of IPv4 addresses, or of numbers of 32 bits, into prefixes, both ends included. */
export function* prefixesBetween(first: number, last: number): Generator<{ start: number; length: number }> {
  for (let start = first; start <= last; ) {
    // The largest block that begins there and ends within the range.
    let size = start === 0 ? 2 ** 32 : (start & -start) >>> 0;
    while (start + size - 1 > last) size /= 2;
    yield { start, length: 32 - Math.log2(size) };
    start += size;
  }
}

/** Splits a range of IPv6 addresses, as 128-bit numbers, into prefixes. */
export function* longPrefixesBetween(
  first: bigint,
  last: bigint,
): Generator<{ start: bigint; length: number }> {
  for (let start = first; start <= last; ) {
    let free = start === 0n ? 128 : trailingZeros(start);
    while (start + (1n << BigInt(free)) - 1n > last) free--;
    yield { start, length: 128 - free };
    start += 1n << BigInt(free);
  }
}

function trailingZeros(value: bigint): number {
  let zeros = 0;
  while (((value >> BigInt(zeros)) & 1n) === 0n) zeros++;
  return zeros;
}
