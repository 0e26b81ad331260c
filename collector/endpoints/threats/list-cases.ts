import { caseSchema } from '@sonde/shared/schemas/case.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { threatStatusSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { presentCase } from '../../domain/traffic/monitoring/present-case.ts';
import { type ThreatFilterPorts, threatFilter } from '../../domain/traffic/monitoring/threat-filter.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CaseStore } from '../../ports/threats/cases.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

export const listCases = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/cases',
  summary: 'List cases',
  description:
    'A case groups threats that belong together: threats of one client close in time, or threats ' +
    'with one cause at several clients. Returns the cases of all locations of the account, or of ' +
    'one, newest first. A time range applies to the time when a case was last seen.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    status: threatStatusSchema.optional(),
    severity: severitySchema.optional(),
    client: z.string().max(64).optional().describe('A client of any threat in the case.'),
    subject: z
      .string()
      .max(1_100)
      .optional()
      .describe('The exact subject of the case or of one of its threats.'),
    ...rangeParameters,
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    cases: z.array(caseSchema),
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run({ caller, query }, ports: ThreatFilterPorts & { readonly cases: Pick<CaseStore, 'list'> }) {
    const { limit, offset, status, severity, client, subject } = query;
    const filter = await threatFilter(
      { ...rangeOf(caller, query), status, severity, client, subject, by: 'last_seen' },
      ports,
    );
    const { count, cases } = await ports.cases.list(caller.accountId, filter, { limit, offset });
    return { count, cases: cases.map(presentCase), limit, offset };
  },
});
