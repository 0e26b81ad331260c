import { scimUserBody, scimUserSchema } from '@sonde/shared/schemas/people/scim.ts';
import {
  changeUser,
  type ProvisionPorts,
  requireUser,
} from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { factsOf, presentScimUser, scimAct, scimOperation, scimUserParams } from './present-scim-user.ts';

export const replaceScimUser = defineEndpoint({
  method: 'PUT',
  path: '/api/v2/scim/Users/{user_id}',
  summary: 'Replace what is known of a user',
  description:
    'If the user is no longer active, the person is no longer a member, and sessions and tokens end at once.',
  ...scimOperation,
  params: scimUserParams,
  body: scimUserBody,
  response: scimUserSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, body, origin },
    ports: ProvisionPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const before = await requireUser(caller.accountId, params.user_id, ports);
    const user = await changeUser(before, factsOf(body, before), ports);
    await ports.audit.record(scimAct(caller, origin, 'user_changed', user));
    return presentScimUser(user);
  },
});
