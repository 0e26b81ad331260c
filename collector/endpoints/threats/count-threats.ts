import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { type ThreatFilterPorts, threatFilter } from '../../domain/traffic/monitoring/threat-filter.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ThreatHandling } from '../../ports/threats/threats.ts';
import { threatParameters, threatsAsked } from './threat-parameters.ts';

export const countThreats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats/counts',
  summary: 'Count threats by day',
  description:
    'Counts the threats that match the filter by the day (UTC) on which they were first seen, by ' +
    'severity and type. Days without threats are left out.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object(threatParameters),
  response: z.object({
    count: z.int().min(0).describe('Number of threats on all days.'),
    days: z.array(
      z.object({
        day: z.iso.date(),
        severity: severitySchema,
        threat_type: z.string(),
        count: z.int().min(0),
      }),
    ),
  }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: ThreatFilterPorts & { readonly threatHandling: Pick<ThreatHandling, 'countByDay'> },
  ) {
    const filter = await threatFilter(threatsAsked(caller, query), ports);
    const days = await ports.threatHandling.countByDay(caller.accountId, filter);
    return {
      count: days.reduce((sum, { count }) => sum + count, 0),
      days: days.map(({ type, ...rest }) => ({ ...rest, threat_type: type })),
    };
  },
});
