import type { Clock } from '@sonde/shared/system/clock.ts';
import { sessionBounds } from '../../domain/people/sessions/session-bounds.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';
import type { SetupLinkStore } from '../../ports/accounts/setup-links.ts';
import type { UsedTickets } from '../../ports/accounts/used-tickets.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';
import { defineJob } from '../define-job.ts';

/** Tokens for enrolment are shown for this many milliseconds after they were of use: by then nobody asks what became of them. */
const tokensShown = 30 * 86_400_000;

export const forgetOldSessions = defineJob<{
  readonly sessions: Pick<SessionStore, 'forget'>;
  readonly setupLinks: Pick<SetupLinkStore, 'forgetBefore'>;
  readonly usedTickets: Pick<UsedTickets, 'forgetBefore'>;
  readonly enrolments: Pick<EnrolmentStore, 'forgetTokensBefore'>;
  readonly clock: Clock;
}>({
  name: 'forget-old-sessions',
  summary: 'Forgets sessions, setup links, enrolment tokens and used tickets that are over.',
  everySeconds: 3_600,
  run: async ({ sessions, setupLinks, usedTickets, enrolments, clock }) => {
    const now = clock.now();
    await sessions.forget(sessionBounds(now));
    await setupLinks.forgetBefore(new Date(now));
    await usedTickets.forgetBefore(new Date(now));
    await enrolments.forgetTokensBefore(new Date(now - tokensShown));
  },
});
