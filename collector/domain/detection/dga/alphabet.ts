/**
 * The alphabet has the characters of a registered label (RFC 952, RFC 1123); one more symbol stands for its two ends
 * and all else.
 */
export const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-';
export const boundary = alphabet.length;
export const symbols = alphabet.length + 1;

/** Gives the number of an ASCII character among the symbols; `boundary` for a character that is none of them. */
export function symbolOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return code === 0x2d ? 36 : boundary;
}
