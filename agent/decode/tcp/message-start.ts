/**
 * Whether bytes look like a length and the header of a DNS message: how a reader finds its place in a stream that it
 * joined midway or that has a hole.
 */
export function looksLikeMessage(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 14) return false;
  const length = (bytes[start]! << 8) | bytes[start + 1]!;
  if (length < 12) return false;
  const opcode = (bytes[start + 4]! >> 3) & 0x0f;
  const questions = (bytes[start + 6]! << 8) | bytes[start + 7]!;
  const records = (at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
  const count = records(start + 8) + records(start + 10) + records(start + 12);
  return opcode <= 6 && questions <= 1 && questions * 5 + count * 11 <= length - 12;
}
