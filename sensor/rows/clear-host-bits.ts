/** Sets all bits behind the first so many to zero. */
export function clearHostBits(address: Uint8Array, bits: number, offset = 0): void {
  for (let index = bits >> 3; index < 16; index++) {
    const keep = Math.max(0, bits - index * 8);
    address[offset + index] = address[offset + index]! & (0xff00 >> Math.min(8, keep));
  }
}
