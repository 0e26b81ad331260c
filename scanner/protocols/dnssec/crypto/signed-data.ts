import { labelCount } from '@sonde/shared/dns/name-relations.ts';
import { labelsOf, nameOfLabels, wireName } from '@sonde/shared/dns/wire-name.ts';
import { canonicalData } from '../records/canonical-data.ts';
import type { Rrset } from '../records/rrset.ts';
import type { Rrsig } from '../records/rrsig.ts';

/** Builds the octets that a signature is made over (RFC 4034 section 3.1.8.1, RFC 4035 section 5.3.2). */
export function signedData(rrset: Rrset, signature: Rrsig): Buffer {
  const owner = wireName(signedOwner(rrset.name, signature.labels));
  const fixed = Buffer.alloc(8);
  fixed.writeUInt16BE(rrset.type, 0);
  fixed.writeUInt16BE(rrset.class, 2);
  fixed.writeUInt32BE(signature.originalTtl, 4);
  const parts: Uint8Array[] = [signature.head, wireName(signature.signer)];
  for (const data of canonicalOrder(rrset)) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    parts.push(owner, fixed, length, data);
  }
  return Buffer.concat(parts);
}

/** Sorts the data of a set in canonical form and order, equal ones once (RFC 4034 section 6.3). */
export function canonicalOrder(rrset: Pick<Rrset, 'type' | 'records'>): Uint8Array[] {
  const all = rrset.records.map((record) => canonicalData(rrset.type, record.data));
  const sorted = all.toSorted((one, other) => Buffer.compare(one, other));
  return sorted.filter((data, index) => index === 0 || Buffer.compare(data, sorted[index - 1]!) !== 0);
}

/** Returns the name itself, or the wildcard that it came out of. */
export function signedOwner(name: string, labels: number): string {
  if (labels >= ownLabels(name)) return name;
  const own = labelsOf(name);
  return nameOfLabels([Buffer.from('*'), ...own.slice(own.length - labels)]);
}

/** Counts labels without a leading asterisk (RFC 4034 section 3.1.3). */
export function ownLabels(name: string): number {
  return labelCount(name) - (name === '*' || name.startsWith('*.') ? 1 : 0);
}
