import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LedgerStore } from '../../ports/ingest/ledgers.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 400;

export const forgetOldRuns = defineJob<{
  readonly ledgers: Pick<LedgerStore, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-runs',
  summary:
    "Forgets the ledgers of senders' runs that ended over 400 days ago, save for each sender's latest.",
  everySeconds: 6 * 3_600,
  run: async ({ ledgers, clock }) => {
    await ledgers.forgetBefore(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});

export const markAgentHours = defineJob<{ readonly ledgers: Pick<LedgerStore, 'markHours'> }>({
  name: 'mark-agent-hours',
  summary: 'Writes down what senders have counted, so that losses are told hour by hour.',
  everySeconds: 60,
  firstSeconds: 10,
  run: ({ ledgers }) => ledgers.markHours(),
});
