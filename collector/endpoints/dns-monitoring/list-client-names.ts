import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ClientNameStore } from '../../ports/traffic/client-names.ts';

export const listClientNames = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/client-names',
  summary: 'List the names of clients',
  description: 'What the operator calls the clients of the network, by address.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({
    count: countInAnswer,
    names: z.array(z.object({ client_ip: z.string(), name: z.string() })),
  }),
  async run({ caller }, ports: { readonly clientNames: Pick<ClientNameStore, 'list'> }) {
    const names = await ports.clientNames.list(caller.accountId);
    return { count: names.length, names: names.map(({ address, name }) => ({ client_ip: address, name })) };
  },
});
