import type { Clock } from '@sonde/shared/system/clock.ts';
import type { DomainSource } from '../../../ports/traffic/seen-domains.ts';
import type { ZoneStateStore } from '../../../ports/traffic/zones.ts';
import type { CertificateLogStore } from '../../../ports/transparency/certificate-logs.ts';

/** Zones are read once a day. */
const freshFor = 3 * 86_400_000;

/**
 * A source that is `not_configured` was asked nothing, so that an empty list of it says nothing about domains; one that is
 * `stale` gave nothing for three days.
 */
export type SourceState = 'active' | 'stale' | 'not_configured';

export interface SourceStatePorts {
  readonly certificateLogs: Pick<CertificateLogStore, 'totals'>;
  readonly zoneStates: Pick<ZoneStateStore, 'all'>;
  readonly clock: Clock;
}

/** Tells whether a source of new domains is fed: own traffic always is. Throws a StoreError. */
export async function sourceStateOf(
  source: 'traffic' | DomainSource,
  { certificateLogs, zoneStates, clock }: SourceStatePorts,
): Promise<SourceState> {
  if (source === 'traffic') return 'active';
  if (source === 'ct') return (await certificateLogs.totals()).followed > 0 ? 'active' : 'not_configured';
  const latest = Math.max(0, ...(await zoneStates.all()).map(({ readAt }) => readAt ?? 0));
  if (latest === 0) return 'not_configured';
  return clock.now() - latest < freshFor ? 'active' : 'stale';
}
