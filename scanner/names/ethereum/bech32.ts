const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const constants = { bech32: 1, bech32m: 0x2bc830a3 } as const;

/** Groups of five bits with a checksum behind a prefix (BIP-173, BIP-350). `words`: 0 to 31 each. */
export function encodeBech32(
  prefix: string,
  words: readonly number[],
  variant: keyof typeof constants = 'bech32',
): string {
  const expanded = [...prefix].map((letter) => letter.charCodeAt(0));
  const head = [...expanded.map((code) => code >> 5), 0, ...expanded.map((code) => code & 31)];
  const sum = polymod([...head, ...words, 0, 0, 0, 0, 0, 0]) ^ constants[variant];
  const checksum = [0, 1, 2, 3, 4, 5].map((at) => (sum >> (5 * (5 - at))) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => alphabet[word]).join('')}`;
}

/** Splits octets into groups of five bits, with zeros behind the last. */
export function fiveBitWords(bytes: Uint8Array): number[] {
  const words: number[] = [];
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) words.push((bits >> (count - 5)) & 31);
  }
  if (count > 0) words.push((bits << (5 - count)) & 31);
  return words;
}

function polymod(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, value] of generator.entries()) if (((top >> bit) & 1) === 1) sum ^= value;
  }
  return sum;
}
