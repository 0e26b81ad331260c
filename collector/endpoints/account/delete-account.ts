import { Conflict, InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import { emailSchema } from '@sonde/shared/schemas/people/account.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { SessionAnswer } from '../../http/session-answer.ts';
import type { AccountAdministration } from '../../ports/accounts/account-administration.ts';
import type { AccountStore } from '../../ports/accounts/accounts.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the account',
  description:
    'Deletes the account. Only an owner who is signed in and has confirmed the password in the ' +
    'last ten minutes can do this. The request must contain the e-mail address of the account as ' +
    'confirmation. Locations, resolvers, threats, policy, reports, settings, members and sessions ' +
    'are deleted at once. Keys stop working within seconds. Stored queries and their counts are ' +
    'deleted at the next run of the job `enforce-retention`. People who belong to no other ' +
    'account are deleted. Audit log entries stay until they expire. The deletion cannot be ' +
    'undone.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  confirmed: true,
  // Who leaves must not wait for the next day.
  metered: false,
  timeLimit: 120_000,
  body: z.object({ email: emailSchema }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['conflict', 'not_found'],
  async run(
    { caller, body, origin },
    ports: {
      accounts: Pick<AccountStore, 'find'>;
      accountAdministration: Pick<AccountAdministration, 'delete'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const { accountId } = caller;
    const account = await ports.accounts.find(accountId);
    if (account === undefined) throw new NotFound('account');
    if (account.email !== body.email)
      throw new InvalidInput('email', 'is not the e-mail address of this account');
    const done = await ports.accountAdministration.delete(accountId);
    if (done === 'last_administrator') {
      throw new Conflict(
        'This is the last administrator account of the collector. Create another one first.',
      );
    }
    if (done === undefined) throw new NotFound('account');
    await ports.audit.record(
      act(caller, origin, { action: 'account_deleted', object: `account:${accountId}` }),
    );
    return new SessionAnswer({ deleted: true as const }, undefined);
  },
});
