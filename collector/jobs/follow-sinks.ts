import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Sinks } from '../domain/traffic/sinks/sinks.ts';
import type { ThreatChanges } from '../ports/sinks/sinks.ts';
import { defineJob } from './define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 30;

export const followSinks = defineJob<{ readonly sinks: Pick<Sinks, 'refresh'> }>({
  name: 'follow-sinks',
  summary:
    'Takes over which sinks there are, on whichever collector they were changed, and forgets what all of them have.',
  everySeconds: 5,
  run: ({ sinks }) => sinks.refresh(),
});

export const forgetThreatChanges = defineJob<{
  readonly threatChanges: Pick<ThreatChanges, 'forget'>;
  readonly clock: Clock;
}>({
  name: 'forget-threat-changes',
  summary:
    'Forgets changes of threats that all sinks have, or that are over 30 days old; these count as lost.',
  everySeconds: 600,
  run: async ({ threatChanges, clock }) => {
    await threatChanges.forget(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});
