import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { loadSettings } from '../../../resolver-plugin/config/load-settings.ts';
import { runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const collector = 'https://collector.example';

test('flags go before the environment, and that before the file', async (t) => {
  const file = join(await temporaryDirectory(t), 'resolver.json');
  await writeFile(
    file,
    JSON.stringify({
      collector,
      notify: ['127.0.0.1:53', '[::1]:53'],
      policy_interval: 9,
      zone: 'file.zone',
    }),
  );
  const environment = { SONDE_RESOLVER_POLICY_INTERVAL: '8', SONDE_RESOLVER_ZONE: 'Env.Zone.' };
  const settings = loadSettings({ file, env: environment, flags: { policy_interval: '7' } });
  t.like(settings, {
    collector,
    policy_interval: 7,
    zone: 'env.zone',
    primary: { host: '127.0.0.1', port: 5300 },
    dnstap_mode: '660',
  });
  t.deepEqual(settings.notify, [
    { host: '127.0.0.1', port: 53 },
    { host: '::1', port: 53 },
  ]);
  const flags = { notify: '192.0.2.1:53,192.0.2.2:5353' };
  t.is(loadSettings({ file, env: {}, flags }).notify.length, 2);
});

test('each fault is told by the name of its setting', async (t) => {
  const bad = {
    collector: 'ftp://x',
    zone: '.',
    primary: 'localhost:53',
    notify: '127.0.0.1',
    policy_interval: '0',
    dnstap_mode: 'rwx',
  };
  const error = t.throws(() => loadSettings({ file: undefined, env: {}, flags: bad }), {
    name: 'ConfigError',
  });
  for (const name of Object.keys(bad))
    t.regex(error.message, new RegExp(`^--${name.replaceAll('_', '-')} must be `, 'm'));
  const file = join(await temporaryDirectory(t), 'resolver.json');
  for (const content of ['[]', '{', JSON.stringify({ collector, policy_interval: 'often' })]) {
    await writeFile(file, content);
    t.throws(() => loadSettings({ file, env: {}, flags: {} }), { name: 'ConfigError' });
  }
});

test('run --check tells what is in force, without the keys; what is missing is told with its cure', async (t) => {
  const state = await temporaryDirectory(t);
  const args = ['run', '--check', '--collector', collector, '--state', state];
  const missing = await runResolverProgram(args);
  t.is(missing.code, 78);
  t.regex(missing.stderr, /sonde-resolver register/);
  const key = 'sonde_res_0123456789';
  await mkdir(state, { recursive: true });
  await writeFile(
    join(state, 'registration.json'),
    JSON.stringify({ resolver_id: 5, api_keys: { policy: key }, more: 1 }),
  );
  const good = await runResolverProgram(args);
  t.is(good.code, 0, good.stderr);
  t.like(JSON.parse(good.stdout), { collector, resolver_id: 5 });
  t.deepEqual(JSON.parse(good.stdout).modules, ['policy']);
  t.false(good.stdout.includes(key));
  t.is((await runResolverProgram([...args, '--zone', '..'])).code, 78);
  const idle = await runResolverProgram(['status', '--json', '--state', state]);
  t.is(idle.code, 1);
  t.deepEqual(JSON.parse(idle.stdout), { running: false });
});
