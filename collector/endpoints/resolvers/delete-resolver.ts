import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';

export const deleteResolver = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/unbound/resolvers/{id}',
  summary: 'Delete a resolver',
  description:
    'The keys of the resolver stop working within seconds. The resolver enforces its current ' +
    'policy until that is removed from its configuration.',
  family: 'Resolvers',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({ resolver_id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, params, origin },
    ports: { readonly resolvers: Pick<ResolverStore, 'delete'>; readonly audit: Pick<AuditLog, 'record'> },
  ) {
    if (!(await ports.resolvers.delete(caller.accountId, params.id))) throw new NotFound('resolver');
    await ports.audit.record(
      act(caller, origin, { action: 'resolver_deleted', object: `resolver:${params.id}` }),
    );
    return { resolver_id: params.id, deleted: true as const };
  },
});
