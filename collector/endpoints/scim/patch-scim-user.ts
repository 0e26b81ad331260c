import { scimPatchBody, scimUserSchema } from '@sonde/shared/schemas/people/scim.ts';
import {
  changeUser,
  type ProvisionPorts,
  patched,
  requireUser,
} from '../../domain/people/single-sign-on/provision-users.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentScimUser, scimAct, scimOperation, scimUserParams } from './present-scim-user.ts';

export const patchScimUser = defineEndpoint({
  method: 'PATCH',
  path: '/api/v2/scim/Users/{user_id}',
  summary: 'Change what is known of a user',
  description:
    'If `active` becomes false, the person is no longer a member, and sessions and tokens end at once.',
  ...scimOperation,
  params: scimUserParams,
  body: scimPatchBody,
  response: scimUserSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, body, origin },
    ports: ProvisionPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const before = await requireUser(caller.accountId, params.user_id, ports);
    const user = await changeUser(before, patched(before, body.Operations), ports);
    await ports.audit.record(scimAct(caller, origin, 'user_changed', user));
    return presentScimUser(user);
  },
});
