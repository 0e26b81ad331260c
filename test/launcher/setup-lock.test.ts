import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { runModule } from './support.ts';

const holdAndWrite = (lock: string, log: string, ms: number) => `
  import { appendFileSync } from 'node:fs';
  import { withSetupLock } from '#launcher/setup-lock.mjs';
  await withSetupLock({ note() {} }, async () => {
    appendFileSync(${JSON.stringify(log)}, 'in\\n');
    await new Promise((resolve) => setTimeout(resolve, ${ms}));
    appendFileSync(${JSON.stringify(log)}, 'out\\n');
  }, ${JSON.stringify(lock)});
`;

test('of several launchers one at a time installs, and nothing is left behind', async (t) => {
  const directory = temporaryDirectory(t);
  const log = join(directory, 'log');
  const runs = Array.from({ length: 4 }, () => runModule(holdAndWrite(join(directory, 'lock'), log, 100)));
  for (const { code, stderr } of await Promise.all(runs)) t.is(code, 0, stderr);
  t.is(readFileSync(log, 'utf8'), 'in\nout\n'.repeat(4));
  t.deepEqual(readdirSync(directory), ['log']);
});

test('the lock of a dead process is taken over', async (t) => {
  const directory = temporaryDirectory(t);
  const log = join(directory, 'log');
  const lock = join(directory, 'lock');
  // Our own number with another start time: a process that ended long ago.
  writeFileSync(lock, JSON.stringify({ pid: process.pid, started: '1' }));
  const runs = Array.from({ length: 3 }, () => runModule(holdAndWrite(lock, log, 10)));
  for (const { code, stderr } of await Promise.all(runs)) t.is(code, 0, stderr);
  t.is(readFileSync(log, 'utf8'), 'in\nout\n'.repeat(3));
});

function temporaryDirectory(t: { teardown(fn: () => void): void }): string {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-lock-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
