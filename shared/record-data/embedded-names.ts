import { recordTypes } from '../dns/record-types.ts';

/** A data part is one part of a record's data: a count of octets, a `name`, a `string`, or all the `rest`. */
export type DataPart = number | 'name' | 'string' | 'rest';

const oneName: readonly DataPart[] = ['name'];
const twoNames: readonly DataPart[] = ['name', 'name'];
const preferred: readonly DataPart[] = [2, 'name'];

/**
 * The types whose data has names that senders compress or whose letters the canonical form lower-cases (RFC 1035 section
 * 4.1.4, RFC 3597 section 4, RFC 4034 section 6.2). Data of all others is opaque here.
 */
const layouts: ReadonlyMap<number, readonly DataPart[]> = new Map([
  [recordTypes.NS, oneName],
  [recordTypes.MD, oneName],
  [recordTypes.MF, oneName],
  [recordTypes.CNAME, oneName],
  [recordTypes.MB, oneName],
  [recordTypes.MG, oneName],
  [recordTypes.MR, oneName],
  [recordTypes.PTR, oneName],
  [recordTypes.DNAME, oneName],
  [recordTypes.SOA, ['name', 'name', 20]],
  [recordTypes.MINFO, twoNames],
  [recordTypes.RP, twoNames],
  [recordTypes.MX, preferred],
  [recordTypes.AFSDB, preferred],
  [recordTypes.RT, preferred],
  [recordTypes.KX, preferred],
  [recordTypes.PX, [2, 'name', 'name']],
  [recordTypes.SRV, [6, 'name']],
  [recordTypes.NAPTR, [4, 'string', 'string', 'string', 'name']],
  [recordTypes.SIG, [18, 'name', 'rest']],
  [recordTypes.RRSIG, [18, 'name', 'rest']],
  [recordTypes.NXT, ['name', 'rest']],
  [recordTypes.NSEC, ['name', 'rest']],
]);

/** Gives the layout of a type's data around its names; undefined if the type's data has no such names. */
export function embeddedNames(type: number): readonly DataPart[] | undefined {
  return layouts.get(type);
}
