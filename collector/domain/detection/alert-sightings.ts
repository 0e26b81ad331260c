import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import type { Alert } from '@sonde/shared/schemas/resolver-report.ts';
import type { Sighting } from '../../ports/threats/threats.ts';
import { canaryIn } from './canary/canary-names.ts';
import { isExcluded } from './exclusions.ts';
import { listedEvidence, techniqueOf } from './indicator-detector.ts';
import type { IndicatorMatcher } from './indicator-matcher.ts';
import { Report } from './report.ts';
import type { SettingsOf } from './settings.ts';
import type { HitTally } from './state/hit-tally.ts';

export interface AlertSightingsPorts {
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly matcher: Pick<IndicatorMatcher, 'check'>;
  readonly hitTally: HitTally;
}

/**
 * Makes sightings of a resolver's alerts: without exclusions of its location and without canaries; counted once if rows
 * tell the same; with sealed evidence, which has the list's own entry if the collector has that list too.
 */
export function alertSightings(
  { locationId, resolverId }: { readonly locationId: number; readonly resolverId: number },
  alerts: readonly Alert[],
  { detectionRules, matcher, hitTally }: AlertSightingsPorts,
): Sighting[] {
  const { exclusions, canaries } = detectionRules.settingsOf(locationId);
  const report = new Report({
    excluded: (_location, name, client) => isExcluded(exclusions, name, client),
    tally: hitTally,
  });
  for (const alert of alerts) {
    const { severity, threat_type: type, source = 'resolver', count = 1 } = alert;
    const queryName = writtenName(alert.query_name) ?? alert.query_name;
    const canary = canaryIn(queryName);
    if (canary !== undefined && canaries.some(({ id }) => id === canary)) continue;
    const clientAddress = addressOf(alert.client_ip);
    const subject = alert.indicator ?? queryName;
    const observedAt = Date.parse(alert.timestamp);
    const hit = matcher
      .check(queryName, Math.floor(observedAt / 1_000))
      .find(({ indicator }) => indicator.name === subject && indicator.source === source);
    report.addTold(
      { locationId, clientAddress, queryName, observedAt: observedAt * 1_000 },
      {
        type,
        severity,
        subject,
        source,
        count,
        technique: techniqueOf(type),
        message: alert.message ?? '',
        evidence: {
          ...(hit === undefined
            ? { indicator: subject, sample_names: [queryName] }
            : listedEvidence(hit, queryName)),
          method: 'told by a resolver',
          resolver_id: resolverId,
        },
      },
    );
  }
  return report.sightings();
}

function addressOf(text: string | null | undefined): string {
  return text === null || text === undefined ? '' : addressText(addressBytes(text));
}
