import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';

export const deleteResolver = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/unbound/resolvers/{id}',
  summary: 'Delete a resolver',
  description:
    'Its keys stop working within seconds. It goes on enforcing the policy that it has, until that is taken out of it.',
  family: 'Resolvers',
  access: 'authenticated',
  confirmed: true,
  params: z.object({ id: idSchema }),
  response: z.object({ resolver_id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { readonly resolvers: Pick<ResolverStore, 'delete'> }) {
    if (!(await ports.resolvers.delete(caller.accountId, params.id))) throw new NotFound('resolver');
    return { resolver_id: params.id, deleted: true as const };
  },
});
