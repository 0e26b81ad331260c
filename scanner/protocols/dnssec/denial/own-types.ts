import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { isDelegation } from './denial-records.ts';
import { type Denied, nothing, type Proof, unsignedDelegation } from './proof.ts';

/**
 * Reads the proof in the name's own NSEC or NSEC3 record: the listed types decide (RFC 4035 section 5.4, RFC 6840
 * section 4).
 */
export function ownTypes(kind: 'NSEC' | 'NSEC3', types: ReadonlySet<number>, { name, type }: Denied): Proof {
  const record = `The ${kind} record of ${name}`;
  if (types.has(type)) return nothing(`${record} says that there is ${recordTypeName(type)}.`);
  if (types.has(recordTypes.CNAME)) return nothing(`${record} says that there is a CNAME.`);
  if (type === recordTypes.DS) {
    if (types.has(recordTypes.SOA) && name !== '.') {
      return nothing(`${record} is the child's, which does not know of DS.`);
    }
    if (types.has(recordTypes.NS)) return unsignedDelegation(name);
  } else if (isDelegation(types)) {
    return types.has(recordTypes.DS)
      ? nothing(`${record} is the parent's, which knows only of DS.`)
      : unsignedDelegation(name);
  }
  return { shows: 'nodata', optOut: false, message: `${name} has no ${recordTypeName(type)}.` };
}
