import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';

export const deleteSigmaRule = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dns-monitoring/sigma-rules/{id}',
  summary: 'Remove a Sigma rule',
  description: 'Threats that the rule opened stay.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { readonly sigmaRules: Pick<SigmaRuleStore, 'remove'> }) {
    if (!(await ports.sigmaRules.remove(caller.accountId, params.id))) throw new NotFound('Sigma rule');
    return { success: true as const };
  },
});
