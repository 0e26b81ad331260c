import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';

export const logOutEverywhere = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  summary: 'Log out everywhere',
  description:
    'Ends all tokens and sessions of the person who signs in with them, including the one that ' +
    'makes the request. If a key makes the request, the tokens and sessions of all members end. ' +
    'Keys stay valid.',
  family: 'Authentication',
  access: 'authenticated',
  needs: 'viewer',
  // Ending what was stolen must not wait for the next day.
  metered: false,
  response: z.object({ success: z.literal(true) }),
  async run(
    { caller, origin },
    ports: { credentials: Pick<CredentialStore, 'signOutEverywhere'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const { accountId } = caller;
    await ports.credentials.signOutEverywhere(accountId, caller.personId);
    await ports.audit.record(
      act(caller, origin, { action: 'tokens_voided', object: `account:${accountId}` }),
    );
    return { success: true as const };
  },
});
