import { NotFound } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AccountExportStore } from '../../ports/accounts/account-exports.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const deleteAccountExport = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/export',
  summary: 'Delete the export of the account',
  description: 'Deletes the archive of the export. An export that is in progress is canceled.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
  async run(
    { caller, origin },
    ports: {
      readonly accountExports: Pick<AccountExportStore, 'delete'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    if (!(await ports.accountExports.delete(caller.accountId))) throw new NotFound('export');
    const what = { action: 'account_export_deleted', object: `account:${caller.accountId}` };
    await ports.audit.record(act(caller, origin, what));
    return { deleted: true as const };
  },
});
