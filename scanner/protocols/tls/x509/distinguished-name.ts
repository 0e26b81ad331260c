import { DerError } from '../der/der-error.ts';
import type { DerNode } from '../der/der-node.ts';
import { expectTag, oidValue, sequenceItems, stringText, tags } from '../der/der-values.ts';

export interface NameAttribute {
  /** Dotted. */
  readonly type: string;
  /** Undefined if it is no string. */
  readonly text: string | undefined;
  /** For comparison: strings prepared, others by their octets. */
  readonly key: string;
}

/** A distinguished name (RFC 5280 section 4.1.2.4). */
export interface DistinguishedName {
  /** Sets of attributes, in the order of the certificate. */
  readonly sets: readonly (readonly NameAttribute[])[];
  /** Two names are the same if these are (RFC 5280 section 7.1). */
  readonly key: string;
  readonly isEmpty: boolean;
}

/** The strings that RFC 5280 section 7.1 compares as text. */
const textual: ReadonlySet<number> = new Set([
  tags.printableString,
  tags.utf8String,
  tags.ia5String,
  tags.teletexString,
  tags.bmpString,
  tags.universalString,
  tags.visibleString,
]);

/** Letters of attributes that RFC 4514 section 3 names, and some that are usual. */
const shortNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.15': 'businessCategory',
  '2.5.4.17': 'postalCode',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.1': 'UID',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

export const commonName = '2.5.4.3';
export const emailAddress = '1.2.840.113549.1.9.1';

/** Throws a DerError. */
export function readDistinguishedName(node: DerNode | undefined): DistinguishedName {
  return distinguishedName(sequenceItems(node).map(readSet));
}

function distinguishedName(sets: readonly (readonly NameAttribute[])[]): DistinguishedName {
  return { sets, key: JSON.stringify(sets.map(setKey)), isEmpty: sets.length === 0 };
}

/** Makes the key of one set of attributes, which have no order. */
export function setKey(attributes: readonly NameAttribute[]): string[] {
  return attributes.map(({ type, key }) => `${type}=${key}`).toSorted();
}

function readSet(node: DerNode): NameAttribute[] {
  const attributes = expectTag(node, tags.set).children;
  if (attributes.length === 0) throw new DerError('A relative distinguished name is empty.');
  return attributes.map((attribute) => {
    const [type, value] = sequenceItems(attribute);
    if (value === undefined) throw new DerError('An attribute of a name has no value.');
    const isText = value.tagClass === 'universal' && textual.has(value.tag);
    const text = isText ? stringText(value) : undefined;
    const key = text === undefined ? `#${Buffer.from(value.bytes).toString('hex')}` : prepared(text);
    return { type: oidValue(type), text, key };
  });
}

/** Case folded, composed, and with single spaces within and none around (RFC 4518 section 2, as RFC 5280 asks). */
function prepared(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Writes a distinguished name in the form of RFC 4514, the last set first; at most 1,024 characters. */
export function distinguishedNameText({ sets }: DistinguishedName): string {
  const written = sets
    .toReversed()
    .map((attributes) => attributes.map(attributeString).join('+'))
    .join(',');
  return written.length <= 1_024 ? written : `${written.slice(0, 1_023)}…`;
}

function attributeString({ type, text, key }: NameAttribute): string {
  return `${shortNames[type] ?? type}=${text === undefined ? key : escaped(text)}`;
}

function escaped(text: string): string {
  return (
    text
      .replace(/["+,;<>\\]/g, '\\$&')
      .replace(/^[ #]/, '\\$&')
      .replace(/ $/, '\\ ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be shown as they are
      .replace(/[\x00-\x1f\x7f]/g, (control) => `\\${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
  );
}
