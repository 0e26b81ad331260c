import { createHash, type KeyObject, sign } from 'node:crypto';
import { readDer } from '../../../scanner/protocols/tls/der/der-node.ts';
import { derNull, octets } from '../../../shared/x509/der-writer.ts';
import { testRandom } from '../test-seed.ts';
import type { SampleExtension } from '../x509/extension-samples.ts';
import {
  makeAuthority,
  makeKey,
  makeServer,
  type Sample,
  type SampleOptions,
} from '../x509/make-certificate.ts';

export const poison: SampleExtension = {
  oid: '1.3.6.1.4.1.11129.2.4.3',
  critical: true,
  value: derNull,
};
/** A list of timestamps that nobody verifies. */
export const timestampList: SampleExtension = {
  oid: '1.3.6.1.4.1.11129.2.4.2',
  critical: false,
  value: octets(Buffer.alloc(120, 7)),
};

/** A certificate with all forms in which logs have it. */
export interface IssuedCertificate {
  /** What clients see: with timestamps in it. */
  readonly certificate: Buffer;
  /** What was submitted before, poisoned. */
  readonly precertificate: Buffer;
  /** The signed part of both, without timestamps and poison. */
  readonly signedPart: Buffer;
  readonly issuer: Sample;
}

const key = makeKey();

export function issue(
  names: readonly string[],
  issuer: Sample = makeAuthority('Authority of tests'),
  options: Partial<SampleOptions> = {},
): IssuedCertificate {
  const serialNumber = options.serialNumber ?? randomSerial();
  const lived = { key, ...options, serialNumber };
  const made = (...added: SampleExtension[]) => makeServer(names, issuer, { ...lived, with: added }).der;
  return {
    certificate: made(timestampList),
    precertificate: made(poison),
    signedPart: Buffer.from(readDer(made()).children[0]!.bytes),
    issuer,
  };
}

function randomSerial(): Buffer {
  const digits = createHash('sha256').update(String(testRandom.fraction())).digest().subarray(0, 8);
  digits[0] = 0x40 | (digits[0]! & 0x3f);
  return Buffer.concat([Buffer.from([2, 8]), digits]);
}

/** One entry in both forms: what a data tile has of it, and the answer of get-entries. */
export interface SampleEntry {
  readonly leaf: Buffer;
  readonly tileLeaf: Buffer;
  readonly extra: Buffer;
}

export function logEntry(
  issued: IssuedCertificate,
  kind: 'certificate' | 'precertificate',
  { index, timestamp, numbered }: { index: number; timestamp: number; numbered: boolean },
): SampleEntry {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  const number = Buffer.alloc(8);
  number.writeUIntBE(5, 1, 2);
  number.writeUIntBE(index, 3, 5);
  const keyHash = createHash('sha256').update(issued.issuer.key.publicInfo).digest();
  const signed =
    kind === 'certificate'
      ? [Buffer.from([0, 0]), framed(issued.certificate, 3)]
      : [Buffer.from([0, 1]), keyHash, framed(issued.signedPart, 3)];
  const timestamped = Buffer.concat([time, ...signed, framed(numbered ? number : Buffer.alloc(0), 2)]);
  const submitted = kind === 'precertificate' ? framed(issued.precertificate, 3) : Buffer.alloc(0);
  const fingerprint = createHash('sha256').update(issued.issuer.der).digest();
  return {
    leaf: Buffer.concat([Buffer.from([0, 0]), timestamped]),
    tileLeaf: Buffer.concat([timestamped, submitted, framed(fingerprint, 2)]),
    extra: Buffer.concat([submitted, framed(framed(issued.issuer.der, 3), 3)]),
  };
}

/** A head's signature (RFC 6962 section 3.5). */
export function signHead(
  { size, root, timestamp }: { size: number; root: Buffer; timestamp: number },
  privateKey: KeyObject,
): Buffer {
  const head = Buffer.alloc(18);
  head[1] = 1;
  head.writeBigUInt64BE(BigInt(timestamp), 2);
  head.writeBigUInt64BE(BigInt(size), 10);
  const signature = sign('sha256', Buffer.concat([head, root]), privateKey);
  const algorithm = privateKey.asymmetricKeyType === 'rsa' ? 1 : 3;
  return Buffer.concat([Buffer.from([4, algorithm]), framed(signature, 2)]);
}

/** A checkpoint as C2SP's static-ct-api has it, signed by others, too. */
export function checkpoint(
  origin: string,
  id: Buffer,
  head: { size: number; root: Buffer; timestamp: number },
  privateKey: KeyObject,
): string {
  const keyId = createHash('sha256')
    .update(Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([5]), id]))
    .digest()
    .subarray(0, 4);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(head.timestamp));
  const signature = Buffer.concat([keyId, time, signHead(head, privateKey)]).toString('base64');
  const witness = Buffer.alloc(76, 3).toString('base64');
  return `${origin}\n${head.size}\n${head.root.toString('base64')}\n\n\u2014 witness.example ${witness}\n\u2014 ${origin} ${signature}\n`;
}

export function framed(content: Uint8Array, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(content.length, 0, bytes);
  return Buffer.concat([length, content]);
}
