import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { Backups } from '../../ports/system/backups.ts';

export const makeBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/backups',
  summary: 'Make a backup of everything that this collector keeps',
  description:
    'Returns a tar archive of one point in time, while the collector keeps running. It contains ' +
    'the database, the embedded store, the batches in the spool, and the secrets that sign ' +
    'tokens. `sonde backup` requests and verifies the archive, and `sonde restore` restores it.',
  family: 'Administration',
  access: 'admin',
  confirmed: true,
  response: z.never(),
  streams: ['application/x-tar'],
  errors: ['conflict'],
  // What is on its way into the store is waited for.
  timeLimit: 140_000,
  async run(
    { caller, origin },
    { backups, audit }: { readonly backups: Backups; readonly audit: Pick<AuditLog, 'record'> },
  ) {
    // Before it is made: whoever asked for one may have it.
    await audit.record(act(caller, origin, { action: 'backup_requested', object: 'collector' }));
    return new StreamedAnswer('application/x-tar', 'sonde-backup.tar', await backups.make());
  },
});
