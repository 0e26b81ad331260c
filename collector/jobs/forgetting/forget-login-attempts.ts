import type { Clock } from '@sonde/shared/system/clock.ts';
import { windowSeconds } from '../../domain/people/accounts/log-in.ts';
import type { LoginAttempts } from '../../ports/accounts/login-attempts.ts';
import { defineJob } from '../define-job.ts';

export const forgetLoginAttempts = defineJob<{
  readonly attempts: Pick<LoginAttempts, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-login-attempts',
  summary: 'Forgets failed logins that no longer count.',
  everySeconds: 600,
  // Twice the window, so that clocks need not agree.
  run: async ({ attempts, clock }) => {
    await attempts.forgetBefore(new Date(clock.now() - 2 * windowSeconds * 1_000));
  },
});
