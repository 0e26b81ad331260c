import type { Threat } from '../../../collector/ports/threats/threats.ts';

/** A threat that somebody is told of. */
export const sampleThreat: Threat = {
  id: 7,
  locationId: 3,
  type: 'dns_tunnel',
  severity: 'high',
  status: 'open',
  subject: 'bad.example',
  clientAddress: '192.0.2.7',
  queryName: 'x.bad.example',
  source: 'detection',
  message: 'x.bad.example looks like a tunnel: 1.2 MB in 5 minutes',
  count: 2,
  firstSeenAt: new Date('2026-03-01T00:00:00Z'),
  lastSeenAt: new Date('2026-03-01T00:01:00Z'),
  resolvedAt: null,
  resolutionNote: null,
};
