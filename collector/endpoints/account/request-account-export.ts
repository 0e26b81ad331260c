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
    'Starts an export, which the collector writes in the background. Poll its state with `GET`, ' +
    'then download it. Only an owner who is signed in and has confirmed the password in the last ' +
    'ten minutes can do this. The archive has every table that contains rows of the account. It ' +
    'also has the stored queries of its locations, as far as they are kept. The manifest lists ' +
    'what is left out and why. Secrets are never exported. The archive is deleted after a week, ' +
    'together with the account, or when another export is requested.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  confirmed: true,
  cost: 10,
  body: z.object({
    queries: z.boolean().default(true).describe('Whether to export stored queries too.'),
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
    if (wanted === undefined)
      throw new Conflict('An export is in progress. Wait until it ends, or delete it.');
    const what = { action: 'account_export_requested', object: `export:${wanted.id}`, details: body };
    await ports.audit.record(act(caller, origin, what));
    return presentAccountExport(wanted);
  },
});
