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
    'A tar archive, as of one moment, while the collector goes on: the database, the embedded store, what waits, and the secrets that tokens are ' +
    'signed with. `sonde backup` asks for it and verifies it, `sonde restore` puts it back.',
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
