import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { scimOperation } from './present-scim-user.ts';

const supported = z.object({ supported: z.boolean() });

export const getScimFeatures = defineEndpoint({
  method: 'GET',
  path: '/api/v2/scim/ServiceProviderConfig',
  summary: 'Show what of SCIM is supported',
  description: 'Returns the supported SCIM features (`ServiceProviderConfig`, RFC 7643).',
  ...scimOperation,
  response: z.object({
    schemas: z.array(z.string()),
    patch: supported,
    bulk: z.object({ supported: z.boolean(), maxOperations: z.int(), maxPayloadSize: z.int() }),
    filter: z.object({ supported: z.boolean(), maxResults: z.int() }),
    changePassword: supported,
    sort: supported,
    etag: supported,
    authenticationSchemes: z.array(z.object({ type: z.string(), name: z.string(), description: z.string() })),
  }),
  run: () => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'Key', description: 'A provisioning key of the account.' },
    ],
  }),
});
