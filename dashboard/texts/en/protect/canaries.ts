import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Harmless names that look like an attack, asked for on purpose: which sensors would have caught what?',
  send: 'Send one from a machine behind the sensor, with the key of its location:',
  empty: 'No canary yet',
  emptyMore: 'Send one, and see here who would have caught it.',
  patterns: { tunnel: 'Tunnel', dga: 'Generated names', nxdomain: 'Missing names' },
  sensor: 'Sensor',
  saw: 'Saw',
  notSeen: 'nothing',
  queries: (count: string) => many(count, 'query', 'queries'),
  missed: 'missed',
  sent: 'Sent',
  notAsked: 'not asked for',
} as const;
