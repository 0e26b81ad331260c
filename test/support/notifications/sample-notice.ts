import type { Notice } from '../../../collector/domain/people/notifications/notice.ts';
import { presentThreat } from '../../../collector/domain/traffic/monitoring/present-threat.ts';
import type { Threat } from '../../../collector/ports/threats/threats.ts';
import { sampleThreat } from './sample-threat.ts';

/** When the sample is sent: milliseconds since 1970. */
export const sampleSentAt = Date.parse('2026-03-01T00:02:00Z');
export const sampleUrl = 'https://sonde.example/threats/7';

/** What somebody is told of the sample of a threat. */
export function sampleNotice(change: Partial<Threat> = {}, event: Notice['event'] = 'threat'): Notice {
  return {
    event,
    id: event === 'test' ? 'test-12' : 'threat-7-12',
    sent_at: new Date(sampleSentAt).toISOString(),
    location: { id: 3, name: 'Office' },
    threat: event === 'test' ? null : presentThreat({ ...sampleThreat, ...change }),
    addresses: null,
    case: null,
    digest: null,
    url: event === 'test' ? null : sampleUrl,
  };
}
