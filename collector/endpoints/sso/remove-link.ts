import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { SingleSignOnStore } from '../../ports/accounts/single-sign-on.ts';
import { recordOwnAct } from '../sign-in/signed-in-caller.ts';

export const removeLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/sso/link/{id}',
  summary: 'Remove a link to a provider',
  description: 'The person must have a password, so that another way to sign in remains.',
  family: 'Single sign-on',
  access: 'session',
  confirmed: true,
  metered: false,
  params: z.object({ id: idSchema }),
  response: z.object({ id: idSchema, removed: z.literal(true) }),
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params: { id }, origin },
    ports: {
      readonly singleSignOn: Pick<SingleSignOnStore, 'unlink' | 'identitiesOf'>;
      readonly credentials: Pick<CredentialStore, 'findMember'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { accountId, personId } = caller;
    const known = await ports.singleSignOn.identitiesOf(personId);
    if (!known.some(({ user }) => user.id === id)) throw new NotFound('link');
    const member = await ports.credentials.findMember(accountId, personId);
    if (member?.passwordHash == null)
      throw new Conflict('Set a password first. Otherwise you cannot sign in any more.');
    if (!(await ports.singleSignOn.unlink(personId, id))) throw new NotFound('link');
    await recordOwnAct(caller, origin, 'provider_unlinked', ports.audit);
    return { id, removed: true as const };
  },
});
