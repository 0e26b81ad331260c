import { idSchema } from '@sonde/shared/schemas/id.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { threatSchema, threatStatusSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { type ListThreatsPorts, listThreats as list } from '../../domain/monitoring/list-threats.ts';
import { presentThreat } from '../../domain/monitoring/present-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const listThreats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats',
  summary: 'List threats',
  description: 'Threats of all locations of the account, or of one, newest first.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    status: threatStatusSchema.optional(),
    severity: severitySchema.optional(),
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: z.int().describe('Threats that match, on all pages.'),
    threats: z.array(threatSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run({ caller, query }, ports: ListThreatsPorts) {
    const { location_id: locationId, status, severity, ...page } = query;
    const { count, threats } = await list(caller.accountId, { locationId, status, severity }, page, ports);
    return { count, threats: threats.map(presentThreat), ...page };
  },
});
