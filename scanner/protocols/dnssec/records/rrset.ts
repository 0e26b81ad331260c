import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import { type Rrsig, readRrsig } from './rrsig.ts';

/** A record set holds records of one name and type, and the signatures over them (RFC 4035 section 2.2). */
export interface Rrset {
  readonly name: string;
  readonly type: number;
  readonly class: number;
  readonly records: readonly DnsRecord[];
  readonly signatures: readonly Rrsig[];
}

/** Groups the records of a section into sets, in the order of their first records. */
export function rrsetsOf(section: readonly DnsRecord[]): Rrset[] {
  const sets = new Map<string, { records: DnsRecord[]; signatures: Rrsig[] }>();
  const setOf = (name: string, type: number) => {
    const key = `${name} ${type}`;
    const set = sets.get(key) ?? { records: [], signatures: [] };
    sets.set(key, set);
    return set;
  };
  for (const record of section) {
    if (record.class !== 1) continue;
    if (record.type !== recordTypes.RRSIG) setOf(record.name, record.type).records.push(record);
    else {
      const signature = readRrsig(record);
      if (signature !== undefined) setOf(record.name, signature.typeCovered).signatures.push(signature);
    }
  }
  return [...sets.values()]
    .filter(({ records }) => records.length > 0)
    .map(({ records, signatures }) => {
      const { name, type } = records[0]!;
      return { name, type, class: 1, records, signatures };
    });
}
