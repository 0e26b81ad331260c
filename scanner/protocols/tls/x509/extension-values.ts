import { DerError } from '../der/der-error.ts';
import { readDer } from '../der/der-node.ts';
import {
  bitNumbers,
  booleanValue,
  expectTag,
  integerBytes,
  isContext,
  oidValue,
  sequenceItems,
  smallInteger,
  tags,
} from '../der/der-values.ts';

/** The key usages are the bits of keyUsage (RFC 5280 section 4.2.1.3). */
export const keyUsages = {
  digitalSignature: 0,
  keyEncipherment: 2,
  keyAgreement: 4,
  keyCertSign: 5,
} as const;

/** The basic constraints are the extension of RFC 5280 section 4.2.1.9. */
export interface BasicConstraints {
  readonly isAuthority: boolean;
  readonly pathLength: number | undefined;
}

/** The authority key identifier is the extension of RFC 5280 section 4.2.1.1. */
export interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Uint8Array | undefined;
  readonly hasIssuerAndSerial: boolean;
}

export function readBasicConstraints(bytes: Uint8Array): BasicConstraints {
  const items = [...sequenceItems(readDer(bytes))];
  const isAuthority = items[0]?.tag === tags.boolean && booleanValue(items.shift());
  const length = items.shift();
  if (items.length > 0) throw new DerError('There is too much in it.');
  return {
    isAuthority,
    pathLength: length === undefined ? undefined : smallInteger(integerBytes(length)),
  };
}

export function readKeyUsage(bytes: Uint8Array): ReadonlySet<number> {
  const bits = bitNumbers(expectTag(readDer(bytes), tags.bitString).content);
  if (bits.length === 0) throw new DerError('No usage is set.');
  return new Set(bits);
}

/** Reads a SEQUENCE of one object identifier at least. */
export function readObjectIdentifiers(bytes: Uint8Array): string[] {
  const items = sequenceItems(readDer(bytes));
  if (items.length === 0) throw new DerError('The list is empty.');
  return items.map(oidValue);
}

export function readOctets(bytes: Uint8Array): Uint8Array {
  const { content } = expectTag(readDer(bytes), tags.octetString);
  if (content.length === 0) throw new DerError('The identifier is empty.');
  return content;
}

export function readAuthorityKeyIdentifier(bytes: Uint8Array): AuthorityKeyIdentifier {
  const items = sequenceItems(readDer(bytes));
  const issuer = items.some((item) => isContext(item, 1));
  const serial = items.some((item) => isContext(item, 2));
  if (issuer !== serial) throw new DerError('Issuer and serial number must stand together.');
  if (items.some((item) => item.tagClass !== 'context' || item.tag > 2))
    throw new DerError('There is too much in it.');
  return { keyIdentifier: items.find((item) => isContext(item, 0))?.content, hasIssuerAndSerial: issuer };
}
