import { NotFound } from '@sonde/shared/errors.ts';
import type { Threat, ThreatStore } from '../../../ports/threats/threats.ts';
import type { AccountCaller } from '../../people/access/caller.ts';

type Asking = Pick<AccountCaller, 'accountId' | 'bounds'>;

export interface RequireThreatPorts {
  readonly threats: Pick<ThreatStore, 'find'>;
}

/**
 * Finds a threat of the caller's account. To a key for some locations a threat of another location is none. Throws NotFound.
 */
export async function requireThreat(
  { accountId, bounds }: Asking,
  id: number,
  { threats }: RequireThreatPorts,
): Promise<Threat> {
  const threat = await threats.find(accountId, id);
  const locationIds = bounds?.locationIds ?? null;
  if (threat === undefined || (locationIds !== null && !locationIds.includes(threat.locationId)))
    throw new NotFound('threat');
  return threat;
}

/** Throws NotFound if the caller's key is for locations, and the threat is of none of these. */
export async function checkThreatReach(caller: Asking, id: number, ports: RequireThreatPorts): Promise<void> {
  if ((caller.bounds?.locationIds ?? null) !== null) await requireThreat(caller, id, ports);
}
