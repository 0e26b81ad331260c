import { Conflict } from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountExportStore } from '../../ports/accounts/account-exports.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import { accountExportSchema, presentAccountExport } from './present-account-export.ts';

export const requestAccountExport = defineEndpoint({
  method: 'POST',
  path: '/api/account/export',
  summary: 'Export all data of the account',
  description:
    'For an owner who is signed in and has just given his password. The archive is made in the background: ask for its state by `GET`, then ' +
    'download it. It has every table with rows of the account, and the queries that its locations sent as far as they are kept; its manifest ' +
    'names what is left out and why. Secrets are never exported. It is deleted after a week, with the account, or when another one is asked for.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  confirmed: true,
  cost: 10,
  body: z.object({
    queries: z.boolean().default(true).describe('Whether stored queries are exported too.'),
  }),
  response: accountExportSchema,
  status: 202,
  errors: ['conflict'],
  async run(
    { caller, body, origin },
    ports: {
      readonly accountExports: Pick<AccountExportStore, 'request'>;
      readonly credentials: Pick<CredentialStore, 'findMember'>;
      readonly audit: Pick<AuditLog, 'record'>;
      readonly random: Pick<Random, 'uuid'>;
    },
  ) {
    const { accountId, personId } = caller;
    const member = await ports.credentials.findMember(accountId, personId);
    const wanted = await ports.accountExports.request({
      id: ports.random.uuid(),
      accountId,
      requestedBy: member?.person.email ?? '',
      queries: body.queries,
    });
    if (wanted === undefined) throw new Conflict('An export is under way: wait for it to end, or delete it.');
    const what = { action: 'account_export_requested', object: `export:${wanted.id}`, details: body };
    await ports.audit.record(act(caller, origin, what));
    return presentAccountExport(wanted);
  },
});
