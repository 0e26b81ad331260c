/**
 * Copies the bytes `[start, end)` into memory of their own. Packets are delivered in buffers that are filled again, and
 * `slice` of a Buffer, unlike `slice` of a Uint8Array, is no copy.
 */
export function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes, start, end);
}
