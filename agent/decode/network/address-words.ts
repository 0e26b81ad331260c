/**
 * Four bytes of an address as the word that holds them in memory, on the little-endian processors that Node.js is built
 * for here: the words of `MessageOrigin` are read as bytes too.
 */
export function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
