import type { Clock } from '@sonde/shared/system/clock.ts';
import { sessionBounds } from '../../domain/people/sessions/session-bounds.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';
import type { SetupLinkStore } from '../../ports/accounts/setup-links.ts';
import type { UsedTickets } from '../../ports/accounts/used-tickets.ts';
import { defineJob } from '../define-job.ts';

export const forgetOldSessions = defineJob<{
  readonly sessions: Pick<SessionStore, 'forget'>;
  readonly setupLinks: Pick<SetupLinkStore, 'forgetBefore'>;
  readonly usedTickets: Pick<UsedTickets, 'forgetBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-sessions',
  summary: 'Forgets sessions, setup links and used tickets that are over.',
  everySeconds: 3_600,
  run: async ({ sessions, setupLinks, usedTickets, clock }) => {
    const now = clock.now();
    await sessions.forget(sessionBounds(now));
    await setupLinks.forgetBefore(new Date(now));
    await usedTickets.forgetBefore(new Date(now));
  },
});
