import { DerError } from '../der/der-error.ts';
import { type DerNode, readDer } from '../der/der-node.ts';
import { isContext, sequenceItems } from '../der/der-values.ts';
import { type GeneralName, readGeneralName } from './general-name.ts';

/** The name constraints are the extension of RFC 5280 section 4.2.1.10. */
export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

export function readNameConstraints(bytes: Uint8Array): NameConstraints {
  const items = sequenceItems(readDer(bytes));
  if (items.length === 0 || items.length > 2) throw new DerError('There are no subtrees in it.');
  const [first, second] = items;
  const permitted = isContext(first, 0) ? first : undefined;
  const excluded = permitted === undefined ? first : second;
  if (excluded !== undefined && !isContext(excluded, 1)) throw new DerError('Subtrees have the wrong tag.');
  if (permitted === undefined && second !== undefined) throw new DerError('Subtrees are out of order.');
  return { permitted: subtrees(permitted), excluded: subtrees(excluded) };
}

function subtrees(node: DerNode | undefined): GeneralName[] {
  if (node === undefined) return [];
  if (node.children.length === 0) throw new DerError('A list of subtrees is empty.');
  return node.children.map((subtree) => {
    const [base, ...bounds] = sequenceItems(subtree);
    if (base === undefined) throw new DerError('A subtree has no base.');
    // "minimum MUST be zero, and maximum MUST be absent", and DER leaves the default out.
    if (bounds.length > 0) throw new DerError('A subtree has a minimum or a maximum.');
    const name = readGeneralName(base);
    if (name.kind === 'ip') checkMask(name.octets);
    return name;
  });
}

/** An address and its mask, which must be a prefix. */
function checkMask(octets: Uint8Array): void {
  if (octets.length !== 8 && octets.length !== 32) throw new DerError('An address has the wrong length.');
  const mask = Buffer.from(octets.subarray(octets.length / 2)).toString('hex');
  const bits = [...mask].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  if (!/^1*0*$/.test(bits)) throw new DerError('The mask of an address is no prefix.');
}
