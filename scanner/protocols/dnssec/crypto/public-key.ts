import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Dnskey } from '../records/dnskey.ts';

/** What keys of an algorithm are and how they sign. */
interface Scheme {
  readonly kind: 'rsa' | 'ec' | 'okp';
  /** For the digest; none if the scheme has its own. */
  readonly hash?: string;
  readonly curve?: string;
  /** Octets of the public key, but for RSA. */
  readonly bytes?: number;
}

const schemes: ReadonlyMap<number, Scheme> = new Map<number, Scheme>([
  [5, { kind: 'rsa', hash: 'sha1' }],
  [7, { kind: 'rsa', hash: 'sha1' }],
  [8, { kind: 'rsa', hash: 'sha256' }],
  [10, { kind: 'rsa', hash: 'sha512' }],
  [13, { kind: 'ec', hash: 'sha256', curve: 'P-256', bytes: 64 }],
  [14, { kind: 'ec', hash: 'sha384', curve: 'P-384', bytes: 96 }],
  [15, { kind: 'okp', curve: 'Ed25519', bytes: 32 }],
  [16, { kind: 'okp', curve: 'Ed448', bytes: 57 }],
]);

/** Larger exponents cost time and nobody uses them. */
const maxExponentBytes = 8;
const maxModulusBits = 4_096;

export function schemeOf(algorithm: number): Scheme | undefined {
  return schemes.get(algorithm);
}

/** Builds the key for verifying; undefined if the algorithm is not implemented or the octets are no such key. */
export function publicKeyOf(key: Dnskey): KeyObject | undefined {
  const scheme = schemes.get(key.algorithm);
  if (scheme === undefined) return undefined;
  try {
    if (scheme.kind === 'rsa') return rsaKey(key.publicKey);
    if (key.publicKey.length !== scheme.bytes) return undefined;
    const half = key.publicKey.length / 2;
    const jwk =
      scheme.kind === 'ec'
        ? {
            kty: 'EC',
            crv: scheme.curve,
            x: text(key.publicKey.subarray(0, half)),
            y: text(key.publicKey.subarray(half)),
          }
        : { kty: 'OKP', crv: scheme.curve, x: text(key.publicKey) };
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    // A point that is not on the curve, and the like.
    return undefined;
  }
}

/** Counts the bits of an RSA key's modulus; undefined for other keys. */
export function modulusBits(key: Dnskey): number | undefined {
  if (schemes.get(key.algorithm)?.kind !== 'rsa') return undefined;
  const parts = rsaParts(key.publicKey);
  if (parts === undefined || parts.modulus.length === 0) return undefined;
  return parts.modulus.length * 8 - Math.clz32(parts.modulus[0]!) + 24;
}

function rsaKey(octets: Buffer): KeyObject | undefined {
  const parts = rsaParts(octets);
  if (parts === undefined) return undefined;
  const { exponent, modulus } = parts;
  if (exponent.length === 0 || exponent.length > maxExponentBytes) return undefined;
  if (modulus.length === 0 || modulus.length * 8 > maxModulusBits) return undefined;
  return createPublicKey({ key: { kty: 'RSA', n: text(modulus), e: text(exponent) }, format: 'jwk' });
}

/** RFC 3110 section 2. Leading zeros are not allowed there, and taken off. */
function rsaParts(octets: Buffer): { exponent: Buffer; modulus: Buffer } | undefined {
  if (octets.length < 3) return undefined;
  const long = octets[0] === 0;
  const length = long ? octets.readUInt16BE(1) : octets[0]!;
  const from = long ? 3 : 1;
  if (from + length >= octets.length) return undefined;
  return {
    exponent: trimmed(octets.subarray(from, from + length)),
    modulus: trimmed(octets.subarray(from + length)),
  };
}

function trimmed(octets: Buffer): Buffer {
  let at = 0;
  while (octets[at] === 0) at++;
  return octets.subarray(at);
}

function text(octets: Buffer): string {
  return octets.toString('base64url');
}
