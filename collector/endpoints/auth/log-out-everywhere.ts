import { z } from 'zod';
import { act } from '../../domain/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';

export const logOutEverywhere = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  summary: 'Log out everywhere',
  description:
    'All tokens of the account stop working, the one that this is asked with included. Keys go on working.',
  family: 'Authentication',
  access: 'authenticated',
  response: z.object({ success: z.literal(true) }),
  async run(
    { caller, origin },
    ports: { credentials: Pick<CredentialStore, 'voidTokens'>; audit: Pick<AuditLog, 'record'> },
  ) {
    const { accountId } = caller;
    await ports.credentials.voidTokens(accountId);
    await ports.audit.record(
      act(caller, origin, { action: 'tokens_voided', object: `account:${accountId}` }),
    );
    return { success: true as const };
  },
});
