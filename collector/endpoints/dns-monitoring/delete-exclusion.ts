import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ExclusionStore } from '../../ports/threats/exclusions.ts';

export const deleteExclusion = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dns-monitoring/exclusions/{id}',
  summary: 'Take an exclusion back',
  description: 'Deletes the exclusion. Detection then judges the queries that it matched again.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { exclusions: Pick<ExclusionStore, 'remove'> }) {
    if (!(await ports.exclusions.remove(caller.accountId, params.id))) throw new NotFound('exclusion');
    return { success: true as const };
  },
});
