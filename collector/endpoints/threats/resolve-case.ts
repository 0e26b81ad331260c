import { NotFound } from '@sonde/shared/errors.ts';
import { caseSchema } from '@sonde/shared/schemas/case.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { presentCase } from '../../domain/traffic/monitoring/present-case.ts';
import { type RequireCasePorts, requireCase } from '../../domain/traffic/monitoring/require-case.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CaseStore } from '../../ports/threats/cases.ts';

export const resolveCase = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/cases/{id}/resolve',
  summary: 'Resolve a case with all of its threats',
  description:
    'Threats that are already resolved keep their first resolution. Later activity opens a new case.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  body: z.object({ note: z.string().trim().max(2_000).nullish() }).optional(),
  response: caseSchema,
  errors: ['not_found'],
  async run({ caller, params, body }, ports: RequireCasePorts & { cases: Pick<CaseStore, 'resolve'> }) {
    await requireCase(caller, params.id, ports);
    const resolved = await ports.cases.resolve(caller.accountId, params.id, body?.note || null);
    if (resolved === undefined) throw new NotFound('case');
    return presentCase(resolved);
  },
});
