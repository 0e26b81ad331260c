import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import type { PolicyAnnouncer } from '../../domain/traffic/resolvers/change-rules.ts';
import { deleteSource } from '../../domain/traffic/resolvers/change-sources.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { PolicySourceStore } from '../../ports/resolvers/policy-sources.ts';

export const deletePolicySource = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/unbound/policy/sources/{id}',
  summary: 'Take indicators as policy rules no more',
  description: 'Deletes the entry and the rules that came from its sources.',
  family: 'Resolvers',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, deleted: z.literal(true) }),
  errors: ['not_found'],
  timeLimit: 120_000,
  async run(
    { caller, params },
    ports: {
      readonly policySources: Pick<PolicySourceStore, 'delete'>;
      readonly policyWatch: PolicyAnnouncer;
    },
  ) {
    await deleteSource(caller.accountId, params.id, ports);
    return { id: params.id, deleted: true as const };
  },
});
