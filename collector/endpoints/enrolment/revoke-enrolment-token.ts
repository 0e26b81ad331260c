import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';

export const revokeEnrolmentToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/enrolment/tokens/{id}',
  summary: 'Revoke a token by which agents enrol',
  description: 'Every collector refuses the token at once. Agents that enrolled with it keep their keys.',
  family: 'Enrolment',
  access: 'authenticated',
  // Ending what leaked must not wait for the next day.
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, revoked: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: {
      readonly enrolments: Pick<EnrolmentStore, 'revokeToken'>;
      readonly audit: Pick<AuditLog, 'record'>;
      readonly clock: Clock;
    },
  ) {
    const at = new Date(ports.clock.now());
    const token = await ports.enrolments.revokeToken(caller.accountId, params.id, at);
    if (token === undefined) throw new NotFound('enrolment token');
    const object = `enrolment_token:${token.id}`;
    await ports.audit.record(act(caller, origin, { action: 'enrolment_token_revoked', object }));
    return { id: params.id, revoked: true as const };
  },
});
