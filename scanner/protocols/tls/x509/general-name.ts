import { DerError } from '../der/der-error.ts';
import { type DerNode, readDer } from '../der/der-node.ts';
import { asciiText, oidText } from '../der/der-values.ts';
import { type DistinguishedName, readDistinguishedName } from './distinguished-name.ts';

/** A general name is a GeneralName (RFC 5280 section 4.2.1.6). */
export type GeneralName =
  | { readonly kind: 'dns' | 'email' | 'uri'; readonly text: string }
  /** 4 or 16 octets; twice that within name constraints. */
  | { readonly kind: 'ip'; readonly octets: Uint8Array }
  | { readonly kind: 'directory'; readonly name: DistinguishedName }
  | { readonly kind: 'registered'; readonly text: string }
  | { readonly kind: 'other' | 'x400' | 'edi' };

/** Throws a DerError. */
export function readGeneralName(node: DerNode): GeneralName {
  if (node.tagClass !== 'context') throw new DerError('A general name has no tag of its kind.');
  switch (node.tag) {
    case 0:
      return { kind: 'other' };
    case 1:
      return { kind: 'email', text: asciiText(primitive(node)) };
    case 2:
      return { kind: 'dns', text: asciiText(primitive(node)) };
    case 3:
      return { kind: 'x400' };
    case 4:
      return { kind: 'directory', name: readDistinguishedName(onlyChild(node)) };
    case 5:
      return { kind: 'edi' };
    case 6:
      return { kind: 'uri', text: asciiText(primitive(node)) };
    case 7:
      return { kind: 'ip', octets: primitive(node) };
    case 8:
      return { kind: 'registered', text: oidText(primitive(node)) };
    default:
      throw new DerError('A general name is of no known kind.');
  }
}

function primitive(node: DerNode): Uint8Array {
  if (node.constructed) throw new DerError('A general name has the wrong form.');
  return node.content;
}

function onlyChild(node: DerNode): DerNode {
  const [child, ...more] = node.children;
  if (child === undefined || more.length > 0) throw new DerError('A directory name has the wrong form.');
  return child;
}

/** Reads GeneralNames: a SEQUENCE of one at least. */
export function readGeneralNames(bytes: Uint8Array): GeneralName[] {
  const node = readDer(bytes);
  if (node.tagClass !== 'universal' || node.tag !== 16) throw new DerError('There is no list of names.');
  if (node.children.length === 0) throw new DerError('A list of names is empty.');
  return node.children.map(readGeneralName);
}
