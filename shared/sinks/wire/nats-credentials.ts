import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { decodeBase32, encodeBase32 } from '../../text/base32.ts';
import { DeliveryError } from '../define-sink.ts';

/** The first octets of an Ed25519 private key in PKCS #8 (RFC 8410), before its seed. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');
const seedPrefix = 0x90;

/**
 * Answers a NATS server's challenge with an NKEY: a bare seed, or the contents of a file of credentials, whose token (JWT) is
 * shown, too. Throws a DeliveryError if the secret is neither.
 */
export function answerChallenge(secret: string, nonce: string): Record<string, string> {
  const seed = /\bS[A-Z2-7]{57}\b/.exec(secret)?.[0];
  if (seed === undefined) throw new DeliveryError('The secret has no NKEY seed in it.');
  const token = /-----BEGIN NATS USER JWT-----\s*([\w.-]+)\s*-/.exec(secret)?.[1];
  const { key, type } = readSeed(seed);
  const signature = sign(null, Buffer.from(nonce), key).toString('base64url');
  return { ...(token === undefined ? { nkey: publicText(key, type) } : { jwt: token }), sig: signature };
}

function readSeed(text: string): { key: KeyObject; type: number } {
  const bytes = Buffer.from(decodeBase32(text.toLowerCase()) ?? []);
  if (
    bytes.length !== 36 ||
    (bytes[0]! & 0xf8) !== seedPrefix ||
    checksum(bytes.subarray(0, 34)) !== bytes.readUInt16LE(34)
  )
    throw new DeliveryError("The NKEY seed's checksum does not match.");
  const type = ((bytes[0]! & 7) << 5) | (bytes[1]! >> 3);
  const der = Buffer.concat([pkcs8Head, bytes.subarray(2, 34)]);
  return { key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), type };
}

function publicText(key: KeyObject, type: number): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const body = Buffer.concat([Buffer.from([type]), Buffer.from(x, 'base64url')]);
  const end = Buffer.alloc(2);
  end.writeUInt16LE(checksum(body));
  return encodeBase32(Buffer.concat([body, end])).toUpperCase();
}

/** CRC-16 as XMODEM has it. */
function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000) === 0 ? sum << 1 : (sum << 1) ^ 0x1021;
    sum &= 0xffff;
  }
  return sum;
}
