import { idSchema } from '@sonde/shared/schemas/id.ts';
import { alertBatchSchema } from '@sonde/shared/schemas/resolver-report.ts';
import { z } from 'zod';
import { type StoreAlertsPorts, storeAlerts } from '../../domain/traffic/resolvers/store-alerts.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson } from '../../http/json-limits.ts';

export const submitAlerts = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/alerts',
  summary: 'Submit security alerts',
  description:
    'Opens threats at the location of the resolver, or adds to open threats about the same subject.',
  family: 'Resolvers',
  access: 'resolver',
  module: 'threat_intel',
  metered: false,
  jsonLimits: largestJson,
  body: alertBatchSchema,
  response: z.object({
    accepted: z.int().min(0),
    opened: z.array(idSchema).describe('Number of threats that were opened or became more severe.'),
    batch_id: z.string(),
    duplicate: z
      .boolean()
      .describe('True if the batch was accepted earlier. The collector stored nothing this time.'),
  }),
  status: 202,
  errors: ['not_found', 'conflict'],
  async run({ caller, body }, ports: StoreAlertsPorts) {
    const { accountId, resolverId } = caller;
    const batch = { accountId, resolverId, batchId: body.batch_id, alerts: body.alerts };
    const opened = await storeAlerts(batch, ports);
    return {
      accepted: opened === undefined ? 0 : body.alerts.length,
      opened: (opened ?? []).map(({ id }) => id),
      batch_id: body.batch_id,
      duplicate: opened === undefined,
    };
  },
});
