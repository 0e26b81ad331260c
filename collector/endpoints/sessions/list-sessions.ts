import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { sessionSchema } from '@sonde/shared/schemas/people/account.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { sessionBounds } from '../../domain/people/sessions/session-bounds.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';
import { presentSession } from './present-session.ts';

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'List sessions',
  description:
    'Returns the sessions of the signed-in person, newest first. With a key, returns the sessions ' +
    'of all members of the account.',
  family: 'Authentication',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, sessions: z.array(sessionSchema) }),
  async run({ caller }, ports: { sessions: Pick<SessionStore, 'list'>; clock: Clock }) {
    const bounds = sessionBounds(ports.clock.now());
    const sessions = await ports.sessions.list(caller.accountId, caller.personId, bounds);
    return {
      count: sessions.length,
      sessions: sessions.map((session) => presentSession(session, caller)),
    };
  },
});
