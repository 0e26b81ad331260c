import { NotFound } from '@sonde/shared/errors.ts';
import type { CaseStore } from '../../../ports/threats/cases.ts';
import type { AccountCaller } from '../../people/access/caller.ts';

export interface RequireCasePorts {
  readonly cases: Pick<CaseStore, 'find'>;
}

/** Finds a case of the caller's account. To a key for some locations a case of another location is none. Throws NotFound. */
export async function requireCase(
  { accountId, bounds }: Pick<AccountCaller, 'accountId' | 'bounds'>,
  id: number,
  { cases }: RequireCasePorts,
) {
  const known = await cases.find(accountId, id);
  const locationIds = bounds?.locationIds ?? null;
  if (known === undefined || (locationIds !== null && !locationIds.includes(known.found.locationId)))
    throw new NotFound('case');
  return known;
}
