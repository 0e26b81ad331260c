import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressScope } from '../../addresses.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { sectionNumbers } from '../../rows/read-records.ts';

const unansweredCodes: ReadonlySet<number> = new Set([
  responseCodes.SERVFAIL,
  responseCodes.REFUSED,
  noResponseCode,
]);

/**
 * The existence of a registrable domain follows, for NXDOMAIN, from the owner of the SOA record that comes with it (RFC
 * 2308 section 2.1): `absent` if a zone above speaks, `present` if the domain itself does or the name is an alias, and
 * only something below is missing. `blocked` if a zone that has nothing to do with the name speaks, as the policies of
 * resolvers do. `unknown` without such a record. `unanswered` if no server said anything: SERVFAIL, REFUSED, no answer.
 */
export type Existence = 'absent' | 'present' | 'blocked' | 'unknown' | 'unanswered';

/**
 * Concludes from any answer whether a domain exists: a domain that is answered nowhere, or with an address that is none
 * (0.0.0.0 and the like, as policies do), is as good as missing to whoever asks.
 */
export function existenceOf(row: BatchRows, registrable: string): Existence {
  const { responseCode } = row;
  if (responseCode === responseCodes.NXDOMAIN) return deniedBy(row, registrable);
  if (unansweredCodes.has(responseCode)) return 'unanswered';
  if (row.answerCount === 0) return isEmptied(row, registrable) ? 'blocked' : 'present';
  return isNowhere(row) ? 'blocked' : 'present';
}

function isNowhere(row: BatchRows): boolean {
  if (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA) return false;
  const { addresses } = row;
  for (let index = 0; index < addresses.count; index++)
    if (addressScope(addresses.bytes, index * 16) !== 'null') return false;
  return addresses.count > 0;
}

/** An answer without data, for which a zone speaks that is not the domain's own: policies answer so, too (RPZ's NODATA). */
function isEmptied(row: BatchRows, registrable: string): boolean {
  if (row.responseCode !== responseCodes.NOERROR || row.queryType !== recordTypes.A) return false;
  const owner = row.authorityCount === 0 ? undefined : ownerOf(row);
  return owner !== undefined && owner !== registrable && !owner.endsWith(`.${registrable}`);
}

function deniedBy(row: BatchRows, registrable: string): Existence {
  if (row.answerCount > 0) return 'present';
  if (row.authorityCount === 0) return 'unknown';
  const owner = ownerOf(row);
  if (owner === undefined) return 'unknown';
  if (owner === registrable || owner.endsWith(`.${registrable}`)) return 'present';
  return owner === '.' || registrable.endsWith(`.${owner}`) ? 'absent' : 'blocked';
}

/** The zone that speaks: the owner of the SOA record in the authority section. */
function ownerOf(row: BatchRows): string | undefined {
  let owner: string | undefined;
  row.records(({ section, type, nameStart, nameEnd }) => {
    if (section === sectionNumbers.authority && type === recordTypes.SOA)
      owner ??= row.text(nameStart, nameEnd);
  });
  return owner;
}
