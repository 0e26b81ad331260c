import { Conflict } from '@sonde/shared/errors.ts';
import type { Alert } from '@sonde/shared/schemas/resolver-report.ts';
import type { ResolverReports } from '../../../ports/resolvers/resolver-reports.ts';
import type { ResolverStore } from '../../../ports/resolvers/resolvers.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import { type AlertSightingsPorts, alertSightings } from '../../detection/alert-sightings.ts';
import { requireResolver } from './require-resolver.ts';

export interface StoreAlertsPorts extends AlertSightingsPorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly resolverReports: Pick<ResolverReports, 'addAlerts'>;
  /** Tells of a threat that was opened or became more severe; what becomes of that is not waited for. */
  readonly onThreat: (threat: Threat) => void;
}

/** Records what alerts say of the resolver's location. Returns the threats opened or made worse, or undefined for a known batch. */
export async function storeAlerts(
  batch: { accountId: number; resolverId: number; batchId: string; alerts: readonly Alert[] },
  ports: StoreAlertsPorts,
): Promise<readonly Threat[] | undefined> {
  const { locationId } = await requireResolver(batch.accountId, batch.resolverId, ports);
  if (locationId === null) throw new Conflict('This resolver has no location: register it anew.');
  const { resolverId, batchId, alerts } = batch;
  const sightings = () => alertSightings({ locationId, resolverId }, alerts, ports);
  const opened = await ports.resolverReports.addAlerts(resolverId, batchId, sightings);
  for (const threat of opened ?? []) ports.onThreat(threat);
  return opened;
}
