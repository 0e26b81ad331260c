import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type ClientNameStore, clientNameSources } from '../../ports/traffic/client-names.ts';

export const listClientNames = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/client-names',
  summary: 'List the names of clients',
  description:
    'Returns the names of the clients in the network, by address. A name from the operator takes ' +
    'precedence. The next source is the leases of a DHCP server, then a reverse lookup at the ' +
    'resolver of the network.',
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({
    count: countInAnswer,
    names: z.array(z.object({ client_ip: z.string(), name: z.string(), source: z.enum(clientNameSources) })),
  }),
  async run({ caller }, ports: { readonly clientNames: Pick<ClientNameStore, 'list'> }) {
    const names = await ports.clientNames.list(caller.accountId);
    return {
      count: names.length,
      names: names.map(({ address, ...name }) => ({ client_ip: address, ...name })),
    };
  },
});
