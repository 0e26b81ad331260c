import type { Clock } from '@sonde/shared/system/clock.ts';
import { sessionBounds } from '../domain/people/sessions/session-bounds.ts';
import type { SessionStore } from '../ports/accounts/sessions.ts';
import type { SetupLinkStore } from '../ports/accounts/setup-links.ts';
import { defineJob } from './define-job.ts';

export const forgetOldSessions = defineJob<{
  readonly sessions: Pick<SessionStore, 'forget'>;
  readonly setupLinks: Pick<SetupLinkStore, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-sessions',
  summary: 'Forgets sessions and setup links that are over.',
  everySeconds: 3_600,
  run: async ({ sessions, setupLinks, clock }) => {
    const now = clock.now();
    await sessions.forget(sessionBounds(now));
    await setupLinks.forgetBefore(new Date(now));
  },
});
