import test from 'ava';
import { askStatus } from '../../../agent/status/ask-status.ts';
import type { StatusReport } from '../../../agent/status/status-report.ts';
import { AlreadyRunningError, serveStatus } from '../../../agent/status/status-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const report = async (): Promise<StatusReport> => ({ pid: 1 }) as StatusReport;

test('of several that start on one directory at once, one has it', async (t) => {
  const directory = await temporaryDirectory(t);
  const starts = await Promise.allSettled([1, 2, 3].map(() => serveStatus(directory, report)));
  const started = starts.filter((start) => start.status === 'fulfilled');
  t.is(started.length, 1);
  for (const start of starts) {
    if (start.status === 'rejected') t.true(start.reason instanceof AlreadyRunningError);
  }
  t.is((await askStatus(directory))?.pid, 1);
  await started[0]!.value.close();
  // It is free again afterwards.
  await (await serveStatus(directory, report)).close();
});
