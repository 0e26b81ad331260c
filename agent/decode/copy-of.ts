/**
 * The bytes `[start, end)` in memory of their own. Packets are delivered in buffers that are filled again, and `slice` of a
 * Buffer is no copy, other than that of a Uint8Array.
 */
export function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}
