import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { findSeclusion } from '../../scanner/bench/lab/seclusion.ts';
import { run } from '../launcher/support.ts';

test('the closed network answers every kind of question as it should', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-lab-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const { by, plan } = findSeclusion();
  const program = join(import.meta.dirname, 'ask-all.ts');
  const command = [...by, process.execPath, program, directory, JSON.stringify(plan)];
  const { code, stdout, stderr } = await run(command[0]!, command.slice(1));
  t.is(code, 0, stderr);
  const report = JSON.parse(stdout);
  t.deepEqual(report.surprises, []);
  t.is(report.byKind['large answer, again over TCP'], 3);
  t.true(report.sent >= 3 * 15);
});
