import { randomUUID } from 'node:crypto';
import type { Sighting, Threat, ThreatStore } from '../../../../collector/ports/threats/threats.ts';

/** Records one sighting at a location and returns the threat that it opened. */
export async function addSighting(
  threats: Pick<ThreatStore, 'record'>,
  locationId: number,
  more: Partial<Sighting> = {},
): Promise<Threat> {
  const sighting: Sighting = {
    locationId,
    type: 'malicious_domain',
    severity: 'high',
    subject: 'bad.example',
    clientAddress: '192.0.2.7',
    queryName: 'www.bad.example',
    source: 'local',
    message: '192.0.2.7 asked for www.bad.example: bad.example is listed by local',
    observedAt: new Date('2026-03-14T09:26:53.589Z'),
    count: 1,
    ...more,
  };
  const [threat] = await threats.record([{ batchId: randomUUID(), sightings: [sighting] }]);
  if (threat === undefined) throw new Error('the sighting opened no threat');
  return threat;
}
