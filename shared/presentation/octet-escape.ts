/** The three digits of each octet: looked up, since divisions are what escaping long data costs. */
const digits = Uint8Array.from({ length: 3 * 256 }, (_, at) =>
  String(Math.floor(at / 3))
    .padStart(3, '0')
    .charCodeAt(at % 3),
);

/** Writes an octet as a backslash and three digits (RFC 1035 section 5.1), and returns the place behind. */
export function writeOctetEscape(bytes: Uint8Array, at: number, octet: number): number {
  const from = octet * 3;
  bytes[at] = 0x5c;
  bytes[at + 1] = digits[from]!;
  bytes[at + 2] = digits[from + 1]!;
  bytes[at + 3] = digits[from + 2]!;
  return at + 4;
}
