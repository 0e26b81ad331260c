import { z } from 'zod';
import {
  type ProvisionPorts,
  removeUser,
  requireUser,
} from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { scimAct, scimOperation, scimUserParams } from './present-scim-user.ts';

export const deleteScimUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/v2/scim/Users/{user_id}',
  summary: 'Forget a user',
  description: 'The person is no longer a member. Sessions and tokens end at once.',
  ...scimOperation,
  params: scimUserParams,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, origin },
    ports: ProvisionPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const user = await requireUser(caller.accountId, params.user_id, ports);
    await removeUser(user, ports);
    await ports.audit.record(scimAct(caller, origin, 'user_removed', { ...user, active: false }));
    return null;
  },
});
