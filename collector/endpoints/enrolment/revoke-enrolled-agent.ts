import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { KeyAuthentication } from '../../domain/people/access/key-authentication.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';

export const revokeEnrolledAgent = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/enrolment/agents/{id}',
  summary: "Revoke an agent's key and certificates",
  description:
    'The collector refuses the agent from its next request on, also on open connections. Other ' +
    'collectors of the cluster follow within seconds.',
  family: 'Enrolment',
  access: 'authenticated',
  // Ending what was stolen must not wait for the next day.
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, revoked: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: {
      readonly enrolments: Pick<EnrolmentStore, 'revokeAgent'>;
      readonly authentication: Pick<KeyAuthentication, 'forget'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const agent = await ports.enrolments.revokeAgent(caller.accountId, params.id);
    if (agent === undefined) throw new NotFound('enrolled agent');
    ports.authentication.forget(agent.keyId);
    await ports.audit.record(
      act(caller, origin, {
        action: 'agent_revoked',
        object: `enrolled_agent:${agent.id}`,
        details: { key: agent.keyId, agent_id: agent.uuid, host: agent.host },
      }),
    );
    return { id: params.id, revoked: true as const };
  },
});
