import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { Page } from '../../ports/system/page.ts';
import type { Threat, ThreatFilter, ThreatStore } from '../../ports/threats/threats.ts';
import { requireLocation } from './require-location.ts';

export interface ListThreatsPorts {
  readonly locations: Pick<LocationStore, 'find'>;
  readonly threats: Pick<ThreatStore, 'list'>;
}

/** Threats of an account, newest first. Throws NotFound where the filter names a location that is not the account's. */
export async function listThreats(
  accountId: number,
  filter: ThreatFilter,
  page: Page,
  ports: ListThreatsPorts,
): Promise<{ count: number; threats: Threat[] }> {
  if (filter.locationId !== undefined) await requireLocation(accountId, filter.locationId, ports);
  return ports.threats.list(accountId, filter, page);
}
