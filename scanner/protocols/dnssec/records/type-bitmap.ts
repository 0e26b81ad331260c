/** Reads the types of a bitmap (RFC 4034 section 4.1.2); undefined if it is malformed. */
export function readTypeBitmap(data: Uint8Array): ReadonlySet<number> | undefined {
  const types = new Set<number>();
  let previous = -1;
  for (let at = 0; at < data.length; ) {
    const window = data[at]!;
    const length = data[at + 1] ?? 0;
    const end = at + 2 + length;
    if (window <= previous || length === 0 || length > 32 || end > data.length) return undefined;
    previous = window;
    for (let index = 0; index < length * 8; index++) {
      const octet = data[at + 2 + (index >> 3)]!;
      if ((octet & (0x80 >> (index & 7))) !== 0) types.add(window * 256 + index);
    }
    at = end;
  }
  return types;
}
