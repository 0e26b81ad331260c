import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { locationSettings } from '../../domain/detection/rules/location-settings.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { DetectionTuning } from '../../ports/threats/detection-tuning.ts';
import { detectionSettingsSchema, presentSettings } from './present-detection-settings.ts';

export const getDetectionSettings = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/locations/{id}/detection',
  summary: "Show a location's detection settings",
  description:
    'Returns the settings in force at the location, and how they differ from the built-in settings.',
  family: 'DNS monitoring',
  access: 'authenticated',
  params: z.object({ id: idSchema }),
  response: detectionSettingsSchema,
  errors: ['not_found'],
  async run(
    { caller, params },
    ports: {
      locations: Pick<LocationStore, 'find'>;
      tuning: Pick<DetectionTuning, 'changes' | 'change'>;
    },
  ) {
    return presentSettings(params.id, await locationSettings(caller.accountId, params.id, ports));
  },
});
