import { toldCaseSchema } from '@sonde/shared/schemas/case.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { nextSteps } from '../../domain/detection/cases/next-steps.ts';
import { tellStory } from '../../domain/detection/cases/tell-story.ts';
import { presentCase } from '../../domain/traffic/monitoring/present-case.ts';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { type RequireCasePorts, requireCase } from '../../domain/traffic/monitoring/require-case.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const getCase = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/cases/{id}',
  summary: 'Get one case',
  description: 'Returns the case with its story in sentences, recommended next steps and its threats.',
  family: 'DNS monitoring',
  access: 'authenticated',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  response: toldCaseSchema,
  errors: ['not_found'],
  async run({ caller, params }, ports: RequireCasePorts) {
    const { found, threats } = await requireCase(caller, params.id, ports);
    return {
      ...presentCase(found),
      story: tellStory(threats).map(({ at, text, severity, threatId }) => ({
        at: at.toISOString(),
        text,
        severity,
        threat_id: threatId,
      })),
      next_steps: nextSteps(threats),
      items: threats.map(presentThreat),
    };
  },
});
