import { type WriteExportsPorts, writeExports } from '../domain/people/export/write-exports.ts';
import { defineJob } from './define-job.ts';

export const writeAccountExports = defineJob<WriteExportsPorts>({
  name: 'write-account-exports',
  summary:
    'Writes exports of accounts that wait, which all collectors share, and deletes those past their time.',
  everySeconds: 2,
  run: writeExports,
});
