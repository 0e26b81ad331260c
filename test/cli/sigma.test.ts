import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sampleSigmaRule } from '../support/detection/sample-sigma-rule.ts';
import { asked } from '../support/detection/traffic.ts';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('Sigma rules are tried, added from a folder, listed and removed from the command line', async (t) => {
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com');
  const office = await api.world.addLocation(account.id, 'Office');
  const directory = await temporaryDirectory(t);
  await mkdir(join(directory, 'more'));
  const second = sampleSigmaRule.replace('8ae51330', '9be51330').replace('Names', 'Programs');
  const file = join(directory, 'one.yml');
  await writeFile(file, sampleSigmaRule);
  await writeFile(join(directory, 'more', 'two.yaml'), second.replace('query|endswith', 'Image|endswith'));
  await writeFile(join(directory, 'more', 'three.yml'), 'title: [');
  await writeFile(join(directory, 'more', 'readme.md'), 'no rule');
  const run = (...args: string[]) => runSonde(['sigma', ...args, '--url', api.url], { SONDE_KEY: key });

  const hourAgo = Date.now() - 3_600_000;
  api.world.stored.add({
    ...asked({ at: 0, name: 'a.evil.example' }),
    observedAt: hourAgo * 1_000,
    locationId: office.id,
  });
  const from = new Date(hourAgo - 60_000).toISOString();
  const tried = await run('try', file, '--from', from);
  t.is(tried.exitCode, 0, tried.stderr);
  t.regex(tried.stdout, /^1 queries$/m);
  t.regex(tried.stdout, /^1 +1 +Names below evil\.example +a\.evil\.example$/m);
  t.is((await run('try', file)).stdout, tried.stdout, 'the last day');
  t.regex((await run('list')).stdout, /There are no Sigma rules/);

  const added = await run('add', directory);
  t.is(added.exitCode, 1);
  t.regex(added.stdout, /^1 rules in force, 1 unsupported, 1 files refused\.$/m);
  t.regex(added.stderr, /three\.yml: .*Line 1/);
  t.regex(added.stderr, /^unsupported: Programs below evil\.example: line 14: Rows have no field "Image"/m);
  const listed = await run('list');
  t.regex(listed.stdout, /high +0 +Names below evil\.example/);
  t.regex(listed.stdout, /Programs below evil\.example +unsupported: /);
  const rules = JSON.parse((await run('list', '--json')).stdout) as { id: number }[];
  t.is(rules.length, 2);
  t.is((await run('remove', ...rules.map(({ id }) => String(id)))).exitCode, 0);
  t.is((await run('remove', String(rules[0]!.id))).exitCode, 1);
  t.is((await run('remove', 'x')).exitCode, 64);
  t.regex((await run('list')).stdout, /There are no Sigma rules/);
});
