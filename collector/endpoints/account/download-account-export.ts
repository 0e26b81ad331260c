import { Conflict, NotFound } from '@sonde/shared/errors.ts';
import { zipArchive, zipLength } from '@sonde/shared/files/zip-archive.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { AccountExportStore } from '../../ports/accounts/account-exports.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';

export const downloadAccountExport = defineEndpoint({
  method: 'GET',
  path: '/api/account/export/archive',
  summary: 'Download the export of the account',
  description:
    'Returns the finished export as a ZIP archive. `data/` has the tables as NDJSON, one object ' +
    'per line. `manifest.json` lists the tables, the files with their digests, and what is left ' +
    'out. `SHA256SUMS` has the checksums. Only for an owner who has confirmed the password in the ' +
    'last ten minutes.',
  family: 'Account',
  access: 'session',
  needs: 'owner',
  confirmed: true,
  response: z.never(),
  streams: ['application/zip'],
  errors: ['not_found', 'conflict'],
  async run(
    { caller, origin },
    {
      accountExports,
      audit,
    }: {
      readonly accountExports: Pick<AccountExportStore, 'find' | 'parts' | 'content'>;
      readonly audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const found = await accountExports.find(caller.accountId);
    if (found === undefined) throw new NotFound('export');
    const { id, status, createdAt, finishedAt } = found;
    if (status !== 'completed' || finishedAt === null) throw new Conflict('The export is not made yet.');
    const entries = await accountExports.parts(id);
    await audit.record(act(caller, origin, { action: 'account_export_downloaded', object: `export:${id}` }));
    const content = async (index: number) => {
      const bytes = await accountExports.content(id, entries[index]!.position);
      if (bytes === undefined) throw new NotFound('export');
      return bytes;
    };
    const name = `sonde-account-${caller.accountId}-${createdAt.toISOString().slice(0, 10)}.zip`;
    return new StreamedAnswer(
      'application/zip',
      name,
      zipArchive(entries, content, finishedAt),
      zipLength(entries),
    );
  },
});
