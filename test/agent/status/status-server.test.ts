import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { lockDirectory } from '../../../agent/run/directory-lock.ts';
import { directoryPipe } from '../../../agent/run/directory-pipe.ts';
import { askStatus } from '../../../agent/status/ask-status.ts';
import type { StatusReport } from '../../../agent/status/status-report.ts';
import { AlreadyRunningError, serveStatus } from '../../../agent/status/status-server.ts';
import { statusSocket } from '../../../agent/status/status-socket.ts';
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

test("where no socket is abstract, a directory is one agent's, and a killed one leaves it free", async (t) => {
  const directory = await temporaryDirectory(t);
  const lock = await lockDirectory(directory, 'darwin');
  t.is(await lockDirectory(directory, 'darwin'), undefined);
  await lock!.release();
  // A socket that nobody listens on any more, as a killed process leaves it.
  const script = `require('node:net').createServer().listen(${JSON.stringify(join(directory, 'lock.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`;
  t.is(spawnSync(process.execPath, ['-e', script]).signal, 'SIGKILL');
  const again = await lockDirectory(directory, 'darwin');
  t.truthy(again);
  await again!.release();
});

test('on Windows status and lock are pipes of the directory', async (t) => {
  const directory = await temporaryDirectory(t);
  const { path } = statusSocket(directory, 'win32');
  t.regex(path, /^\\\\\.\\pipe\\sonde-agent-status-\d+-\d+$/);
  t.not(path, directoryPipe(directory, 'lock'));
});
