/**
 * Copies the bytes `[start, end)` to memory of their own. Packets are delivered in buffers that are filled again, and `slice`
 * of a Buffer is no copy, other than that of a Uint8Array.
 */
export function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
}
