/** RFC 4648 section 6: no digit in it looks like a letter. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Octets in base32, without padding. */
export function toBase32(octets: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const octet of octets) {
    held = ((held << 8) | octet) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += digits[(held >> bits) & 31];
    }
  }
  return bits === 0 ? text : text + digits[(held << (5 - bits)) & 31];
}
