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
    'Provisions a person before the first sign-in. The user is matched at sign-in by the external ' +
    'id as subject, or by this name as verified e-mail address. The person becomes a member only ' +
    'at that sign-in.',
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
