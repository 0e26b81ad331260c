import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountExportStore } from '../../ports/accounts/account-exports.ts';
import { accountExportSchema, presentAccountExport } from './present-account-export.ts';

export const getAccountExport = defineEndpoint({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Show the export of the account',
  description: 'Returns the progress of the export. An account has one export at a time.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  response: z.object({ export: accountExportSchema.nullable().describe('Null if there is no export.') }),
  async run({ caller }, ports: { readonly accountExports: Pick<AccountExportStore, 'find'> }) {
    const found = await ports.accountExports.find(caller.accountId);
    return { export: found === undefined ? null : presentAccountExport(found) };
  },
});
