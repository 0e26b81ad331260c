import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { attackLayer } from '../../domain/detection/catalogue/attack-layer.ts';
import { locationSettings } from '../../domain/detection/rules/location-settings.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { DetectionTuning } from '../../ports/threats/detection-tuning.ts';

export const getAttackLayer = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/attack-layer',
  summary: 'Show which techniques of MITRE ATT&CK detection covers',
  description:
    'Returns a layer for the ATT&CK Navigator, format 4.5. For a location, detectors that are ' +
    'switched off there do not count.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({ location_id: idSchema.optional() }),
  response: z
    .object({
      name: z.string(),
      versions: z.object({ attack: z.string(), navigator: z.string(), layer: z.string() }),
      domain: z.string(),
      description: z.string(),
      techniques: z.array(
        z.object({
          techniqueID: z.string(),
          score: z.int(),
          enabled: z.boolean(),
          comment: z.string(),
          showSubtechniques: z.boolean(),
        }),
      ),
      gradient: z.object({ colors: z.array(z.string()), minValue: z.int(), maxValue: z.int() }),
      hideDisabled: z.boolean(),
      sorting: z.int(),
    })
    .meta({ id: 'AttackLayer' }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: {
      locations: Pick<LocationStore, 'find'>;
      tuning: Pick<DetectionTuning, 'changes' | 'change'>;
    },
  ) {
    const id = query.location_id;
    if (id === undefined) return attackLayer('DNS detection', []);
    const { settings } = await locationSettings(caller.accountId, id, ports);
    return attackLayer(`DNS detection at location ${id}`, settings.disabled);
  },
});
