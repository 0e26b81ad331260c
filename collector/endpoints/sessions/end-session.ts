import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { SessionAnswer } from '../../http/session-answer.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/session',
  summary: 'Sign out',
  description: 'Ends the session that makes the request, at once and on every collector.',
  family: 'Authentication',
  access: 'session',
  metered: false,
  response: z.object({ success: z.literal(true) }),
  async run({ caller }, ports: { sessions: Pick<SessionStore, 'end'> }) {
    await ports.sessions.end(caller.accountId, caller.personId, caller.session.id);
    return new SessionAnswer({ success: true as const }, undefined);
  },
});
