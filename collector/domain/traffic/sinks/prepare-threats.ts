import { severities } from '@sonde/shared/schemas/severity.ts';
import type { OutgoingRecord } from '@sonde/shared/sinks/define-sink.ts';
import type { Sink, ThreatChange } from '../../../ports/sinks/sinks.ts';
import type { Presentation } from './presentations/presentation.ts';

/** Writes texts of the changes that a sink wants. */
export function prepareThreats(
  changes: readonly ThreatChange[],
  { filter }: Pick<Sink, 'filter'>,
  { threats }: Presentation,
): { records: OutgoingRecord[]; chosen: number } {
  const records: OutgoingRecord[] = [];
  let chosen = 0;
  for (const change of changes) {
    const { threat, at } = change;
    const { severity, locationId } = threat;
    if (severities.indexOf(severity) < severities.indexOf(filter.leastSeverity)) continue;
    if (filter.locationIds.length > 0 && !filter.locationIds.includes(locationId)) continue;
    const id = `threat-${threat.id}-${change.id}`;
    const texts = threats?.texts({ id, change: change.change, at, threat }) ?? [];
    if (texts.length > 0) chosen++;
    for (const text of texts)
      records.push({ id, at: at.getTime() * 1_000, stream: 'threats', severity, locationId, text });
  }
  return { records, chosen };
}
