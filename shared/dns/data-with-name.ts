import { storedName } from './names.ts';
import { recordTypes } from './record-types.ts';

const { NS, CNAME, PTR, DNAME, MX, AFSDB, RT, KX, SRV } = recordTypes;

/** Types whose data ends with a name, and how many numbers stand before it (RFC 1035, 1183, 2230, 2782, 6672). */
const numbersBefore: ReadonlyMap<number, number> = new Map([
  [NS, 0],
  [CNAME, 0],
  [PTR, 0],
  [DNAME, 0],
  [MX, 1],
  [AFSDB, 1],
  [RT, 1],
  [KX, 1],
  [SRV, 3],
]);

/**
 * Writes record data in presentation form with the name that it ends with in the stored form: lower case, no dot at the
 * end. Data of other types, and such as is not of its type's form, stays as it is.
 */
export function dataWithStoredName(type: number, data: string): string {
  const numbers = numbersBefore.get(type);
  if (numbers === undefined) return data;
  const words = data.trim().split(/\s+/);
  if (words.length !== numbers + 1) return data;
  const name = storedName(words[numbers]!);
  return name === undefined ? data : [...words.slice(0, numbers), name].join(' ');
}
