const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0x82f6_3b78;
  return value;
});

/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), which Kafka checks its batches by; Node.js has CRC-32 alone. */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffff_ffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffff_ffff) >>> 0;
}
