import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { ownerSchema, threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { checkThreatReach, type RequireThreatPorts } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatHandling } from '../../ports/threats/threats.ts';

export const assignThreat = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/threats/{id}/owner',
  summary: 'Say who takes care of a threat',
  description: 'Sets the owner of the threat, or removes the owner if `owner` is null. Returns the threat.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  body: z.object({ owner: ownerSchema }),
  response: threatSchema,
  errors: ['not_found'],
  async run(
    { caller, params, body },
    ports: RequireThreatPorts & { readonly threatHandling: Pick<ThreatHandling, 'assign'> },
  ) {
    await checkThreatReach(caller, params.id, ports);
    const threat = await ports.threatHandling.assign(caller.accountId, params.id, body.owner);
    if (threat === undefined) throw new NotFound('threat');
    return presentThreat(threat);
  },
});
