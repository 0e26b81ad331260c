/** The characters that a registered label can have (RFC 952, RFC 1123), and a mark for its two ends and all else. */
export const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-';
export const boundary = alphabet.length;
export const symbols = alphabet.length + 1;

/** The number of an ASCII character among the symbols; `boundary` for those that are none. */
export function symbolOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return code === 0x2d ? 36 : boundary;
}
