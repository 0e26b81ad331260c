import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';

export const revokeOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End all other sessions',
  description:
    'Ends all sessions of the signed-in person except the session that makes the request. With a ' +
    'key, ends the sessions of all members.',
  family: 'Authentication',
  access: 'authenticated',
  needs: 'viewer',
  metered: false,
  response: z.object({ ended: z.int().min(0) }),
  async run(
    { caller, origin },
    ports: { sessions: Pick<SessionStore, 'endAll'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const { accountId, personId, session } = caller;
    const ended = await ports.sessions.endAll(accountId, personId, session?.id ?? null);
    await ports.audit.record(
      act(caller, origin, {
        action: 'sessions_ended',
        object: personId === null ? `account:${accountId}` : `person:${personId}`,
        details: { count: ended },
      }),
    );
    return { ended };
  },
});
