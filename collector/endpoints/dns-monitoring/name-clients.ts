import { z } from 'zod';
import { nameClients as name } from '../../domain/traffic/clients/name-clients.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import type { ClientNameStore } from '../../ports/traffic/client-names.ts';

export const nameClients = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/client-names',
  summary: 'Name clients',
  description:
    'Changes the list of names that the operator gives. These names take precedence over DHCP ' +
    'leases and reverse lookups. A null name removes the entry. Addresses that are not in the ' +
    'request keep their names.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z.object({
    names: z
      .array(
        z.object({
          client_ip: z
            .string()
            .max(64)
            .meta({ examples: ['192.0.2.7', '2001:db8::7'] }),
          name: z.string().trim().min(1).max(200).nullable(),
        }),
      )
      .min(1)
      .max(1_000)
      .meta({ examples: [[{ client_ip: '192.0.2.7', name: 'Printer' }]] }),
  }),
  response: z.object({ success: z.literal(true) }),
  errors: ['conflict'],
  async run({ caller, body }, ports: { readonly clientNames: Pick<ClientNameStore, 'change'> }) {
    const names = body.names.map(({ client_ip: address, name: called }) => ({ address, name: called }));
    await name(caller.accountId, names, ports);
    return { success: true as const };
  },
});
