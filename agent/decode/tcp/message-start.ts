const headerBytes = 12;

/**
 * Tells whether bytes look like a length and the header of a DNS message: how a reader finds its place in a stream that
 * it joined midway or that has a hole.
 */
export function looksLikeMessage(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 14) return false;
  return looksLikeHeader(bytes, start + 2, end, (bytes[start]! << 8) | bytes[start + 1]!);
}

/** Tells whether bytes look like the header of a message whose length came before, in a segment of its own. */
export function looksLikeHeader(bytes: Uint8Array, start: number, end: number, length: number): boolean {
  if (end - start < headerBytes || length < headerBytes) return false;
  const opcode = (bytes[start + 2]! >> 3) & 0x0f;
  const number = (at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
  const questions = number(start + 4);
  const records = number(start + 6) + number(start + 8) + number(start + 10);
  return opcode <= 6 && questions <= 1 && questions * 5 + records * 11 <= length - headerBytes;
}
