import type { ExaminedBatch, Sighting } from '../../../ports/threats/threats.ts';

/**
 * Gives the same sightings, with evidence for none but the latest of each subject, the only one that would be kept. A
 * batch that turns out to be recorded before takes nothing with it: its own evidence is then kept already.
 */
export function withLatestEvidence(batches: readonly ExaminedBatch[]): ExaminedBatch[] {
  const latest = new Map<string, Sighting>();
  for (const { sightings } of batches) {
    for (const sighting of sightings) {
      const key = keyOf(sighting);
      const before = latest.get(key);
      if (before === undefined || sighting.observedAt >= before.observedAt) latest.set(key, sighting);
    }
  }
  const kept = new Set(latest.values());
  return batches.map(({ batchId, sightings }) => ({
    batchId,
    sightings: sightings.map((sighting) => (kept.has(sighting) ? sighting : withoutEvidence(sighting))),
  }));
}

function keyOf({ locationId, type, subject }: Sighting): string {
  return `${locationId} ${type} ${subject}`;
}

/** Evidence is made when it is read, so that it must not even be copied. */
function withoutEvidence(sighting: Sighting): Sighting {
  const { locationId, type, severity, subject, clientAddress, queryName, source, message } = sighting;
  const { observedAt, firstObservedAt, count, technique } = sighting;
  return {
    locationId,
    type,
    severity,
    subject,
    clientAddress,
    queryName,
    source,
    message,
    observedAt,
    ...(firstObservedAt !== undefined && { firstObservedAt }),
    count,
    ...(technique !== undefined && { technique }),
  };
}
