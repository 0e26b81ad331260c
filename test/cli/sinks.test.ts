import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { startTestApi } from '../support/http/http.ts';
import { runSonde } from '../support/run-sonde.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('sinks are made, listed, tested, paused and removed, and their secrets are on no command line', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { administrator: true });
  const run = (...args: string[]) => runSonde(['sinks', ...args, '--url', api.url], { SONDE_KEY: key });
  t.is((await run()).stdout, 'There are no sinks.\n');
  const kinds = (await run('kinds')).stdout;
  for (const kind of ['files', 'syslog', 'http', 'elasticsearch'])
    t.regex(kinds, new RegExp(`^${kind}  `, 'm'));
  t.regex(kinds, /^ {2}url \(required\)/m);

  const secret = join(await temporaryDirectory(t), 'token');
  await writeFile(secret, 'a-token-of-the-receiver\n');
  const added = await run(
    ...[
      'add',
      'siem',
      '--kind',
      'http',
      '--set',
      'url=https://siem.example/in',
      '--set',
      'authentication=bearer',
    ],
    ...['--secret-from', secret],
    ...['--only', 'threats', '--suffix', 'example.com', 'example.net', '--sample', '10'],
  );
  t.is(added.stderr, '');
  t.regex(added.stdout, /^siem receives all rows that are stored from now on, as \w+\.\n$/);
  const [sink] = await api.world.sinks.list();
  t.like(sink, { name: 'siem', kind: 'http', queries: false, threats: true });
  t.true(
    JSON.stringify(api.world.sinks.posted).includes('a-token-of-the-receiver'),
    'the test record had it',
  );
  t.regex((await run('list')).stdout, /^siem +http +\w+ +up to date +0 +0 +0 +0 s +never$/m);
  t.is((await run('pause', 'siem')).stdout, 'siem is paused.\n');
  t.is((await run('resume', 'siem')).stdout, 'siem is up to date.\n');
  api.world.sinks.isUp = false;
  const refused = await run('test', 'siem');
  t.is(refused.exitCode, 1);
  t.regex(refused.stderr, /The receiver is away/);
  t.is((await run('remove', 'siem')).stdout, 'siem is removed.\n');
  t.is((await run('remove', 'siem')).exitCode, 1);
  t.is((await run('add', 'x', '--kind', 'http', '--set', 'url')).exitCode, 64);
  t.regex((await run('add', 'x', '--kind', 'pigeon')).stderr, /kind: must be one of files/);
});
