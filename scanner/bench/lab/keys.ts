import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { wireName } from '@sonde/shared/dns/wire-name.ts';

/** A zone's key, as signing tools and the zone above want it. */
export interface LabKey {
  readonly zone: string;
  readonly flags: number;
  readonly algorithm: number;
  readonly tag: number;
  /** RDATA of the DNSKEY record. */
  readonly data: Buffer;
  readonly privateKey: KeyObject;
}

const curves: Readonly<Record<number, string>> = { 13: 'P-256', 14: 'P-384' };
const hashes: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

/** Makes a key. RSA ones (5, 7, 8, 10) take `bits`; they are slow to make. */
export function makeKey(zone: string, algorithm: number, flags = 257, bits = 1_024): LabKey {
  const { privateKey, publicPart } = makePair(algorithm, bits);
  const head = Buffer.from([flags >> 8, flags & 0xff, 3, algorithm]);
  const data = Buffer.concat([head, publicPart]);
  return { zone, flags, algorithm, tag: keyTag(data), data, privateKey };
}

function makePair(algorithm: number, bits: number): { privateKey: KeyObject; publicPart: Buffer } {
  if (algorithm === 13 || algorithm === 14) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: curves[algorithm]! });
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
    return { privateKey, publicPart: Buffer.concat([base64url(x), base64url(y)]) };
  }
  if (algorithm === 15 || algorithm === 16) {
    const { privateKey } = algorithm === 15 ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448');
    return { privateKey, publicPart: base64url(privateKey.export({ format: 'jwk' }).x ?? '') };
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const { n = '', e = '' } = privateKey.export({ format: 'jwk' });
  const exponent = base64url(e);
  return { privateKey, publicPart: Buffer.concat([Uint8Array.of(exponent.length), exponent, base64url(n)]) };
}

/** RFC 4034 appendix B. */
export function keyTag(data: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += (at & 1) === 0 ? data[at]! << 8 : data[at]!;
  return (sum + (sum >>> 16)) & 0xffff;
}

/** The DNSKEY record as a line of a zone file. */
export function keyRecord(key: LabKey): string {
  const { zone, flags, algorithm, data } = key;
  return `${absolute(zone)} 300 IN DNSKEY ${flags} 3 ${algorithm} ${data.subarray(4).toString('base64')}`;
}

/** The DS record for the zone above. */
export function signerRecord(key: LabKey, digestType = 2): string {
  const digest = createHash(hashes[digestType] ?? 'sha256')
    .update(wireName(key.zone))
    .update(key.data)
    .digest('hex');
  return `${absolute(key.zone)} 300 IN DS ${key.tag} ${key.algorithm} ${digestType} ${digest}`;
}

/** The private key in the format of BIND's tools, which ldns reads as well. */
export function privateKeyFile(key: LabKey): string {
  const jwk = key.privateKey.export({ format: 'jwk' });
  const field = (name: string, value = '') => `${name}: ${base64url(value).toString('base64')}`;
  const lines = ['Private-key-format: v1.2', `Algorithm: ${key.algorithm} (${toolName(key.algorithm)})`];
  if (jwk.kty !== 'RSA') return [...lines, field('PrivateKey', jwk.d), ''].join('\n');
  return [
    ...lines,
    field('Modulus', jwk.n),
    field('PublicExponent', jwk.e),
    field('PrivateExponent', jwk.d),
    field('Prime1', jwk.p),
    field('Prime2', jwk.q),
    field('Exponent1', jwk.dp),
    field('Exponent2', jwk.dq),
    field('Coefficient', jwk.qi),
    '',
  ].join('\n');
}

/** ldns and BIND agree on these. */
function toolName(algorithm: number): string {
  return algorithm === 7 ? 'NSEC3RSASHA1' : algorithmName(algorithm);
}

export function absolute(name: string): string {
  return name === '.' ? '.' : `${name}.`;
}

function base64url(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
