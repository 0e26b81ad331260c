import { scimUserBody, scimUserSchema } from '@sonde/shared/schemas/people/scim.ts';
import { createUser, type ProvisionPorts } from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { factsOf, presentScimUser, scimAct, scimOperation } from './present-scim-user.ts';

export const createScimUser = defineEndpoint({
  method: 'POST',
  path: '/api/v2/scim/Users',
  summary: 'Tell of a user beforehand',
  description:
    'Whoever signs in by the provider with this external id as subject, or with this name as verified e-mail address, is that user. ' +
    'Nobody becomes a member before.',
  ...scimOperation,
  body: scimUserBody,
  response: scimUserSchema,
  status: 201,
  errors: ['conflict'],
  async run(
    { caller, body, origin },
    ports: Pick<ProvisionPorts, 'provisionedUsers'> & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const user = await createUser(caller.accountId, factsOf(body), ports);
    await ports.audit.record(scimAct(caller, origin, 'user_provisioned', user));
    return presentScimUser(user);
  },
});
