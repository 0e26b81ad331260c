import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { sectionNumbers } from '../../rows/read-records.ts';

/**
 * What an NXDOMAIN answer says of the registrable domain, by the owner of the SOA record that comes with it (RFC 2308
 * section 2.1): `absent` where a zone above speaks, `present` where the domain itself does or the name is an alias, and
 * only something below is missing. `blocked` where a zone that has nothing to do with the name speaks, as the policies of
 * resolvers do. `unknown` without such a record.
 */
export type Existence = 'absent' | 'present' | 'blocked' | 'unknown';

export function existenceOf(row: BatchRows, registrable: string): Existence {
  if (row.answerCount > 0) return 'present';
  if (row.authorityCount === 0) return 'unknown';
  let owner: string | undefined;
  row.records(({ section, type, nameStart, nameEnd }) => {
    if (section === sectionNumbers.authority && type === recordTypes.SOA)
      owner ??= row.text(nameStart, nameEnd);
  });
  if (owner === undefined) return 'unknown';
  if (owner === registrable || owner.endsWith(`.${registrable}`)) return 'present';
  return owner === '.' || registrable.endsWith(`.${owner}`) ? 'absent' : 'blocked';
}
