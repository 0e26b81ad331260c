import { createHash } from 'node:crypto';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Encodes Bitcoin's base58: each zero octet at the start is a `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** Encodes base58 with four octets of a double SHA-256 behind the payload. */
export function encodeBase58Check(payload: Uint8Array): string {
  const once = createHash('sha256').update(payload).digest();
  const twice = createHash('sha256').update(once).digest();
  return encodeBase58(Buffer.concat([payload, twice.subarray(0, 4)]));
}
