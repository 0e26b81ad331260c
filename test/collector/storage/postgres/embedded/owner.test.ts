import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { ownerSetting, runningServer } from '../../../../../collector/storage/postgres/embedded/owner.ts';
import { processFacts, processName } from '../../../../../shared/system/processes.ts';
import { until } from '../../../../support/until.ts';

test('a collector that has ended owns nothing, collected by its parent or not', async (t) => {
  const cluster = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  t.teardown(() => rm(cluster, { recursive: true, force: true }));
  // The second program takes the place of the shell that started the first, and never collects it.
  const parent = spawn('sh', ['-c', 'sleep 30 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => parent.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  const collector = Number(line);
  const owner = `${ownerSetting}${processName(collector)}`;
  const server = spawn('sh', ['-c', 'sleep 30; :', cluster, owner], { stdio: 'ignore' });
  t.teardown(() => server.kill('SIGKILL'));
  await writeFile(join(cluster, 'postmaster.pid'), `${server.pid}\n`);
  await until(async () => (await runningServer(cluster)) !== undefined);
  t.deepEqual(await runningServer(cluster), { pid: server.pid!, owned: true });
  process.kill(collector, 'SIGKILL');
  await until(() => processFacts(collector)?.isZombie === true);
  t.deepEqual(await runningServer(cluster), { pid: server.pid!, owned: false });
});
