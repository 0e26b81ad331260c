import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { changesSchema } from '../../domain/detection/rules/changes-schema.ts';
import { changeLocationSettings } from '../../domain/detection/rules/location-settings.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { ordinaryJson } from '../../http/json-limits.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { DetectionTuning } from '../../ports/threats/detection-tuning.ts';
import { detectionSettingsSchema, presentSettings } from './present-detection-settings.ts';

export const changeDetectionSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/locations/{id}/detection',
  summary: "Change a location's detection settings",
  description:
    'Replaces all earlier changes. Fields that are absent get their built-in values, and an empty ' +
    'object resets everything. Every collector applies the settings within seconds.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  jsonLimits: { ...ordinaryJson, bytes: 128 * 1024 },
  body: z.object({ changes: changesSchema }),
  response: detectionSettingsSchema,
  errors: ['not_found'],
  async run(
    { caller, params, body, origin },
    ports: {
      locations: Pick<LocationStore, 'find'>;
      tuning: Pick<DetectionTuning, 'changes' | 'change'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    // As JSON has it: without what is undefined.
    const changes = JSON.parse(JSON.stringify(body.changes));
    const settings = await changeLocationSettings(caller.accountId, params.id, changes, ports);
    await ports.audit.record(
      act(caller, origin, {
        action: 'detection_settings_changed',
        object: `location:${params.id}`,
        details: { parts: Object.keys(changes) },
      }),
    );
    return presentSettings(params.id, settings);
  },
});
