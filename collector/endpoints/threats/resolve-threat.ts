import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { checkThreatReach, type RequireThreatPorts } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';

export const resolveThreat = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/threats/{id}/resolve',
  summary: 'Mark a threat resolved',
  description: 'A threat that is already resolved keeps its first resolution.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  body: z.object({ note: z.string().trim().max(2_000).nullish() }).optional(),
  response: threatSchema,
  errors: ['not_found'],
  async run({ caller, params, body }, ports: RequireThreatPorts & { threats: Pick<ThreatStore, 'resolve'> }) {
    await checkThreatReach(caller, params.id, ports);
    const threat = await ports.threats.resolve(caller.accountId, params.id, body?.note || null);
    if (threat === undefined) throw new NotFound('threat');
    return presentThreat(threat);
  },
});
