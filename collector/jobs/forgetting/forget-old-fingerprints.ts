import type { Clock } from '@sonde/shared/system/clock.ts';
import type { ClientFingerprintStore } from '../../ports/accounts/client-fingerprints.ts';
import { defineJob } from '../define-job.ts';

const dayMilliseconds = 86_400_000;
const daysKept = 180;

export const forgetOldFingerprints = defineJob<{
  readonly clientFingerprints: Pick<ClientFingerprintStore, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-fingerprints',
  summary: 'Forgets fingerprints of clients that were not seen for 180 days.',
  everySeconds: 6 * 3_600,
  run: async ({ clientFingerprints, clock }) => {
    await clientFingerprints.forgetBefore(new Date(clock.now() - daysKept * dayMilliseconds));
  },
});
