import type { Alert } from '@sonde/shared/schemas/resolver-report.ts';
import type { ResolverReports } from '../../ports/resolvers/resolver-reports.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';
import type { Threat } from '../../ports/threats/threats.ts';
import { Conflict } from '../errors.ts';
import { requireResolver } from './require-resolver.ts';

export interface StoreAlertsPorts {
  readonly resolvers: Pick<ResolverStore, 'find'>;
  readonly resolverReports: Pick<ResolverReports, 'addAlerts'>;
  /** Tells of a threat that was opened or became more severe; what becomes of that is not waited for. */
  readonly onThreat: (threat: Threat) => void;
}

/** Records alerts as sightings at the resolver's location; the threats opened or made worse, or undefined for a known batch. */
export async function storeAlerts(
  batch: { accountId: number; resolverId: number; batchId: string; alerts: readonly Alert[] },
  ports: StoreAlertsPorts,
): Promise<readonly Threat[] | undefined> {
  const { locationId } = await requireResolver(batch.accountId, batch.resolverId, ports);
  if (locationId === null) throw new Conflict('This resolver has no location: register it anew.');
  const sightings = batch.alerts.map((alert) => ({
    locationId,
    type: alert.threat_type,
    severity: alert.severity,
    subject: alert.indicator ?? alert.query_name,
    clientAddress: alert.client_ip ?? '',
    queryName: alert.query_name,
    source: alert.source ?? 'resolver',
    message: alert.message ?? '',
    observedAt: new Date(alert.timestamp),
    count: alert.count ?? 1,
    evidence: { resolver_id: batch.resolverId },
  }));
  const opened = await ports.resolverReports.addAlerts(batch.resolverId, batch.batchId, sightings);
  for (const threat of opened ?? []) ports.onThreat(threat);
  return opened;
}
