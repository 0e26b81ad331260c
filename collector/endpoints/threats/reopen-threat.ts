import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { checkThreatReach, type RequireThreatPorts } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';

export const reopenThreat = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/threats/{id}/reopen',
  summary: 'Open a resolved threat again',
  description:
    'If the threat is open, nothing changes. If a newer open threat has the same subject, this ' +
    'one stays resolved and the answer is 409.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  body: z.object({ note: z.string().trim().max(2_000).nullish() }).optional(),
  response: threatSchema,
  errors: ['not_found', 'conflict'],
  async run({ caller, params, body }, ports: RequireThreatPorts & { threats: Pick<ThreatStore, 'reopen'> }) {
    await checkThreatReach(caller, params.id, ports);
    const threat = await ports.threats.reopen(caller.accountId, params.id, body?.note || null);
    if (threat === undefined) throw new NotFound('threat');
    if (threat === 'seen_again') throw new Conflict('Another threat about the same subject is open.');
    return presentThreat(threat);
  },
});
