import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  context,
  derNull,
  integer,
  octets,
  oid,
  pemOf,
  sequence,
  time,
} from '../../../shared/x509/der-writer.ts';
import { testRandom } from '../test-seed.ts';
import {
  altNames,
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  hostNames,
  keyUsage,
  type SampleExtension,
  serverAuth,
  subjectKeyIdentifier,
} from './extension-samples.ts';
import { nameDer, type SampleName } from './name-sample.ts';

export type SignatureKind =
  | 'ecdsa-sha256'
  | 'ecdsa-sha1'
  | 'ecdsa-sha384'
  | 'rsa-sha256'
  | 'rsa-sha1'
  | 'rsa-md5'
  | 'ed25519';

const algorithms: Readonly<Record<SignatureKind, { der: Buffer; hash: string | null }>> = {
  'ecdsa-sha256': { der: sequence(oid('1.2.840.10045.4.3.2')), hash: 'sha256' },
  'ecdsa-sha384': { der: sequence(oid('1.2.840.10045.4.3.3')), hash: 'sha384' },
  'ecdsa-sha1': { der: sequence(oid('1.2.840.10045.4.1')), hash: 'sha1' },
  'rsa-sha256': { der: sequence(oid('1.2.840.113549.1.1.11'), derNull), hash: 'sha256' },
  'rsa-sha1': { der: sequence(oid('1.2.840.113549.1.1.5'), derNull), hash: 'sha1' },
  'rsa-md5': { der: sequence(oid('1.2.840.113549.1.1.4'), derNull), hash: 'md5' },
  ed25519: { der: sequence(oid('1.3.101.112')), hash: null },
};

export interface SampleKey {
  readonly privateKey: KeyObject;
  readonly publicInfo: Buffer;
  readonly id: Buffer;
  readonly kind: SignatureKind;
}

export interface Sample {
  readonly der: Buffer;
  readonly pem: string;
  readonly key: SampleKey;
  readonly subject: Buffer;
}

export interface SampleOptions {
  /** Who signs; the certificate itself where there is none. */
  readonly issuer?: Pick<Sample, 'key' | 'subject'>;
  readonly subject?: SampleName;
  readonly key?: SampleKey;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly serialNumber?: Buffer;
  /** What stands as its version; 2 is version 3. */
  readonly version?: number;
  readonly signature?: SignatureKind;
  /** Beside the signature, where it is to differ. */
  readonly outerSignature?: SignatureKind;
  readonly extensions: readonly SampleExtension[];
  /** Spoils the signature. */
  readonly forged?: boolean;
}

export function makeKey(
  kind: 'p256' | 'p384' | 'p192' | 'rsa1024' | 'rsa2048' | 'rsa2047' | 'ed25519' | 'explicit' = 'p256',
): SampleKey {
  if (kind === 'ed25519') return sampleKey(generateKeyPairSync('ed25519').privateKey, 'ed25519');
  const bits = /^rsa([0-9]+)$/.exec(kind)?.[1];
  if (bits !== undefined) {
    return sampleKey(generateKeyPairSync('rsa', { modulusLength: Number(bits) }).privateKey, 'rsa-sha256');
  }
  if (kind === 'explicit') {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' });
    return sampleKey(privateKey, 'ecdsa-sha256');
  }
  const namedCurve = { p256: 'P-256', p384: 'P-384', p192: 'prime192v1' }[kind as 'p256' | 'p384' | 'p192'];
  return sampleKey(generateKeyPairSync('ec', { namedCurve }).privateKey, 'ecdsa-sha256');
}

function sampleKey(privateKey: KeyObject, kind: SignatureKind): SampleKey {
  const publicInfo = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, publicInfo, id: createHash('sha1').update(publicInfo).digest(), kind };
}

/** A certificate of whatever is asked for, broken if that is asked for. */
export function makeCertificate(options: SampleOptions): Sample {
  const key = options.key ?? makeKey();
  const subject = nameDer(options.subject ?? { CN: 'Sample' });
  const issuer = options.issuer ?? { key, subject };
  const kind = options.signature ?? issuer.key.kind;
  const version = options.version ?? 2;
  const extensions = options.extensions.map(({ oid: id, critical, value }) =>
    sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value)),
  );
  const signed = sequence(
    ...(version === 0 ? [] : [context(0, integer(version))]),
    options.serialNumber ?? integer(1_000 + Math.floor(testRandom.fraction() * 1e12)),
    algorithms[kind].der,
    issuer.subject,
    sequence(
      time(options.notBefore ?? new Date('2026-01-01')),
      time(options.notAfter ?? new Date('2027-01-01')),
    ),
    subject,
    key.publicInfo,
    ...(extensions.length === 0 ? [] : [context(3, sequence(...extensions))]),
  );
  const signature = sign(algorithms[kind].hash, signed, issuer.key.privateKey);
  if (options.forged) signature[signature.length - 1]! ^= 1;
  const der = sequence(signed, algorithms[options.outerSignature ?? kind].der, bitString(signature));
  return { der, pem: pemOf('CERTIFICATE', der), key, subject };
}

interface UsualOptions extends Partial<SampleOptions> {
  /** Beside the usual ones; one with the same identifier takes the usual one's place. */
  readonly with?: readonly SampleExtension[];
  /** Identifiers of usual ones to leave out. */
  readonly without?: readonly string[];
}

function merged(usual: readonly SampleExtension[], options: UsualOptions): SampleExtension[] {
  const replaced = new Set([...(options.with ?? []).map((one) => one.oid), ...(options.without ?? [])]);
  return [...usual.filter((one) => !replaced.has(one.oid)), ...(options.with ?? [])];
}

/** An authority by the rules. */
export function makeAuthority(name: string, options: UsualOptions = {}): Sample {
  const key = options.key ?? makeKey();
  const usual = [
    basicConstraints(true),
    keyUsage(5, 6),
    subjectKeyIdentifier(key.id),
    ...(options.issuer === undefined ? [] : [authorityKeyIdentifier(options.issuer.key.id)]),
  ];
  return makeCertificate({
    subject: { CN: name, O: 'Sonde tests' },
    ...options,
    key,
    extensions: merged(usual, options),
  });
}

/** A server's certificate by the rules, for these names. */
export function makeServer(names: readonly string[], issuer: Sample, options: UsualOptions = {}): Sample {
  const usual = [
    basicConstraints(false),
    keyUsage(0),
    extendedKeyUsage(serverAuth),
    authorityKeyIdentifier((options.issuer ?? issuer).key.id),
    altNames(hostNames(...names)),
  ];
  return makeCertificate({
    subject: { CN: names[0] ?? 'none' },
    issuer,
    ...options,
    extensions: merged(usual, options),
  });
}
