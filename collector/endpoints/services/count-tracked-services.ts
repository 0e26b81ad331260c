import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type ServiceIndex, serviceKinds } from '../../ports/scans/service-index.ts';

export const countTrackedServices = defineEndpoint({
  method: 'GET',
  path: '/api/v2/intel/services/top',
  summary: 'Count domains by service',
  description:
    'Returns the services that the TXT records of tracked domains show now, and the services to ' +
    'which dangling aliases lead, the most used first.',
  family: 'DNS intelligence',
  access: 'authenticated',
  query: z.object({ limit: z.int().min(1).max(500).default(50) }),
  response: z.object({
    count: countInAnswer,
    services: z.array(
      z.object({
        service: z.string(),
        category: z.string(),
        kind: z.enum(serviceKinds),
        domains: z.int(),
      }),
    ),
  }),
  async run({ query }, { serviceIndex }: { readonly serviceIndex: Pick<ServiceIndex, 'providers'> }) {
    const found = await serviceIndex.providers(query.limit);
    return {
      count: found.length,
      services: found.map(({ provider: service, ...rest }) => ({ service, ...rest })),
    };
  },
});
