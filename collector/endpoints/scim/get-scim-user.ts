import { scimUserSchema } from '@sonde/shared/schemas/people/scim.ts';
import { requireUser } from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentScimUser, scimOperation, scimUserParams } from './present-scim-user.ts';

export const getScimUser = defineEndpoint({
  method: 'GET',
  path: '/api/v2/scim/Users/{user_id}',
  summary: 'Show a user that the provider knows',
  description: 'Returns the user as a SCIM resource (RFC 7643).',
  ...scimOperation,
  params: scimUserParams,
  response: scimUserSchema,
  errors: ['not_found'],
  async run({ caller: { accountId }, params }, ports: Parameters<typeof requireUser>[2]) {
    return presentScimUser(await requireUser(accountId, params.user_id, ports));
  },
});
