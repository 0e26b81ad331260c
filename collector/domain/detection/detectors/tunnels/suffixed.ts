import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { BatchRows } from '../../batch-rows.ts';
import { hasNameWithin } from '../../names/search-suffix.ts';

/**
 * Tells whether a row is a denial of a public name with a search suffix behind: the name is nobody's data, however it looks. The
 * form is exempt, not what it carries: its octets count.
 */
export function isSuffixed(row: BatchRows): boolean {
  return row.responseCode === responseCodes.NXDOMAIN && hasNameWithin(row.name);
}
