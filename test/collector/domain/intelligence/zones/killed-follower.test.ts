import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readNames } from '../../../../../collector/storage/files/zones/sorted-runs.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { testRandom } from '../../../../support/test-seed.ts';
import { until } from '../../../../support/until.ts';
import { startLocalCzds } from '../../../../support/zones-of-registries/local-czds.ts';

const program = fileURLToPath(
  new URL('../../../../support/zones-of-registries/zone-follower-child.ts', import.meta.url),
);
const day = 86_400_000;
const kills = 3;

test('a follower of zones that is killed at any moment loses no new name and tells of no old one', async (t) => {
  t.timeout(90_000);
  const czds = await startLocalCzds(t);
  const root = await temporaryDirectory(t);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}.test`);
  let now = Date.UTC(2026, 0, 1);
  const start = () => {
    now += day;
    const given = JSON.stringify({ url: czds.url, root, now });
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, FOLLOWER: given },
      stdio: 'ignore',
    });
    t.teardown(() => child.kill('SIGKILL'));
    return child;
  };
  const finish = async () => {
    const [code] = await once(start(), 'exit');
    t.is(code, 0);
  };
  const told = () => {
    const path = join(root, 'told');
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
  };
  czds.set('test', names(4_000));
  await finish();
  t.deepEqual(told(), [], 'the first copy is the baseline');
  for (let kill = 0; kill < kills; kill++) {
    czds.set('test', names(4_000 + 900 * (kill + 1)));
    const { downloads } = czds;
    const child = start();
    await until(() => czds.downloads > downloads);
    // Anywhere from the transfer to the end; what is over by then was not killed, which is a moment, too.
    await delay(testRandom.fraction() * 500);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await finish();
  const all = names(4_000 + 900 * kills);
  t.deepEqual([...new Set(told())].sort(), all.slice(4_000).sort(), 'again is the same as once');
  t.deepEqual(await Array.fromAsync(readNames(join(root, 'zones', 'test', 'names'))), all.toSorted());
  writeFileSync(join(root, 'told'), '');
  czds.set('test', [...all, 'last.test']);
  await finish();
  t.deepEqual(told(), ['last.test']);
});
