import type { Location, LocationStore } from '../../../ports/ingest/locations.ts';
import type { Page } from '../../../ports/system/page.ts';
import type { AccountCaller } from '../../people/access/caller.ts';

export interface ListLocationsPorts {
  readonly locations: Pick<LocationStore, 'list' | 'find'>;
}

/** Lists the locations of the caller's account, or of these only the ones that its key is for. */
export async function listLocations(
  { accountId, bounds }: Pick<AccountCaller, 'accountId' | 'bounds'>,
  page: Page,
  { locations }: ListLocationsPorts,
): Promise<{ count: number; locations: Location[] }> {
  const ids = bounds?.locationIds ?? null;
  if (ids === null) return locations.list(accountId, page);
  const found = await Promise.all(ids.toSorted((a, b) => a - b).map((id) => locations.find(accountId, id)));
  const own = found.filter((location): location is Location => location !== undefined);
  return { count: own.length, locations: own.slice(page.offset, page.offset + page.limit) };
}
