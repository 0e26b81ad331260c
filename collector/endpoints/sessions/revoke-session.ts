import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { SessionStore } from '../../ports/accounts/sessions.ts';

export const revokeSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  summary: 'End a session',
  description: 'Ends a session of the signed-in person at once. A key can end a session of any member.',
  family: 'Authentication',
  access: 'authenticated',
  needs: 'viewer',
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, ended: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: { sessions: Pick<SessionStore, 'end'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const { accountId, personId } = caller;
    if (!(await ports.sessions.end(accountId, personId, params.id))) throw new NotFound('session');
    await ports.audit.record(
      act(caller, origin, { action: 'session_ended', object: `session:${params.id}` }),
    );
    return { id: params.id, ended: true as const };
  },
});
