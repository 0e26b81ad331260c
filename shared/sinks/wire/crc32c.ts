/** The polynomial, whose highest term is left out, with the lowest power in the highest bit. */
const polynomial = 0x82f6_3b78;
/** The polynomial 1. */
const one = 0x8000_0000;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ polynomial;
  return value;
});

/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), which Kafka checks its batches by; Node.js has CRC-32 alone. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffff_ffff) >>> 0;
}

/**
 * Gives the checksum of octets of which the first were changed: `changed` is the exclusive or of the checksums of the first octets
 * before and now, and `following` how many follow them. Those are not looked at again.
 */
export function crc32cOfChanged(whole: number, changed: number, following: number): number {
  return (whole ^ product(changed, powerOf(following))) >>> 0;
}

/** Raises x^8 to a power, modulo the polynomial. */
function powerOf(octets: number): number {
  let power = one;
  // x^8, then its square, and so on.
  let square = one >>> 8;
  for (let rest = octets; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(power, square);
    square = product(square, square);
  }
  return power;
}

/** Multiplies two polynomials over the field of two elements, modulo the one of the checksum. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return sum >>> 0;
}
