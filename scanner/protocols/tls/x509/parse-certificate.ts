import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { DerError } from '../der/der-error.ts';
import { type DerNode, readDer } from '../der/der-node.ts';
import { derTime } from '../der/der-time.ts';
import {
  expectTag,
  integerBytes,
  isContext,
  oidValue,
  sequenceItems,
  smallInteger,
  tags,
} from '../der/der-values.ts';
import type { AlgorithmIdentifier, Certificate } from './certificate.ts';
import { readDistinguishedName } from './distinguished-name.ts';
import { readExtensions } from './extensions.ts';

const maxBytes = 1024 * 1024;

/** Reads one certificate. Throws a DerError if the octets are none. */
export function parseCertificate(der: Uint8Array): Certificate {
  if (der.length > maxBytes) throw new DerError(`The certificate has more than ${maxBytes} bytes.`);
  const root = readDer(der);
  const [signed, algorithm, signature, ...more] = sequenceItems(root);
  expectTag(signature, tags.bitString);
  if (more.length > 0) throw new DerError('A certificate has three parts.');
  const items = [...sequenceItems(signed)];
  const version = readVersion(items);
  const [serial, signedAlgorithm, issuer, validity, subject, publicKeyInfo, ...rest] = items;
  if (publicKeyInfo === undefined) throw new DerError('The certificate has no public key.');
  const [notBefore, notAfter] = sequenceItems(validity);
  const optional = readOptional(rest);
  return {
    der,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    version,
    serialNumber: integerBytes(serial),
    signedAlgorithm: readAlgorithm(signedAlgorithm),
    signatureAlgorithm: readAlgorithm(algorithm),
    issuer: readDistinguishedName(issuer),
    subject: readDistinguishedName(subject),
    subjectBytes: subject!.bytes,
    notBefore: derTime(notBefore),
    notAfter: derTime(notAfter),
    publicKeyInfo: publicKeyInfo.bytes,
    publicKeyAlgorithm: readAlgorithm(sequenceItems(publicKeyInfo)[0]),
    publicKey: importKey(publicKeyInfo.bytes),
    hasUniqueIds: optional.hasUniqueIds,
    extensions: readExtensions(optional.extensions),
    native: nativeCertificate(der),
  };
}

/** Takes the version off the list; 1 if it is left out. */
function readVersion(items: DerNode[]): number {
  if (!isContext(items[0], 0)) return 1;
  const version = smallInteger(integerBytes(items.shift()!.children[0])) + 1;
  if (version > 3) throw new DerError(`Certificates of version ${version} are not known.`);
  return version;
}

function readOptional(items: readonly DerNode[]): { hasUniqueIds: boolean; extensions: DerNode | undefined } {
  let last = 0;
  for (const item of items) {
    if (item.tagClass !== 'context' || item.tag <= last || item.tag > 3) {
      throw new DerError('The certificate has parts that no certificate has.');
    }
    last = item.tag;
  }
  const wrapped = items.find((item) => isContext(item, 3));
  if (wrapped !== undefined && wrapped.children.length !== 1)
    throw new DerError('The list of extensions is broken.');
  return { hasUniqueIds: items.some((item) => item.tag < 3), extensions: wrapped?.children[0] };
}

export function readAlgorithm(node: DerNode | undefined): AlgorithmIdentifier {
  const items = sequenceItems(node);
  if (items.length > 2) throw new DerError('An algorithm has the wrong form.');
  return { oid: oidValue(items[0]), parameters: items[1]?.bytes, bytes: node!.bytes };
}

function importKey(der: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function nativeCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new DerError('The certificate could not be read.', { cause: error });
  }
}
