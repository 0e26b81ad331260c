import { idSchema } from '@sonde/shared/schemas/id.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { NotFound } from '../../domain/errors.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatStore } from '../../ports/threats.ts';
import { presentThreat } from './present-threat.ts';

export const getThreat = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats/{id}',
  summary: 'Get one threat',
  family: 'DNS monitoring',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: threatSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: { threats: Pick<ThreatStore, 'find'> }) {
    const threat = await ports.threats.find(caller.accountId, params.id);
    if (threat === undefined) throw new NotFound('threat');
    return presentThreat(threat);
  },
});
