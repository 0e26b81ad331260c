import { many } from '../../../format/words.ts';

export const texts = {
  lead: 'Harmless test queries that look like an attack. They show which sensors detect which attack.',
  send: 'Send a canary from a machine behind the sensor, with the key of the sensor’s location:',
  empty: 'No canary yet',
  emptyMore: 'Send a canary to see here which sensors detect it.',
  patterns: { tunnel: 'Tunnel', dga: 'Generated names', nxdomain: 'Missing names' },
  sensor: 'Sensor',
  saw: 'Saw',
  notSeen: 'nothing',
  queries: (count: string) => many(count, 'query', 'queries'),
  missed: 'missed',
  sent: 'Sent',
  notAsked: 'not queried',
} as const;
