const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Decodes base32 in lower case without padding (RFC 4648 section 6). Undefined if a character or the unused bits at the
 * end are wrong.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let count = 0;
  let next = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value === -1) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[next++] = bits >> count;
  }
  return count < 5 && (bits & ((1 << count) - 1)) === 0 ? bytes : undefined;
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) text += alphabet[(bits >> (count - 5)) & 31];
  }
  return count === 0 ? text : text + alphabet[(bits << (5 - count)) & 31];
}
