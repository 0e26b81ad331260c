import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { rootDirectory, run } from './support.ts';

const launch = (...args: string[]) => run(process.execPath, ['scripts/launch.mjs', ...args]);

// Whatever this checkout still lacks is not what is looked at here.
test.before(() => launch('start', '--help'));

test('without a command it says what there is', async (t) => {
  const { code, stderr } = await launch();
  t.is(code, 0);
  t.regex(stderr, /start .*collector/);
});

test('an unknown command is a usage error', async (t) => {
  const { code, stderr } = await launch('constructor');
  t.is(code, 64);
  t.regex(stderr, /usage/);
});

test('help goes to the output, and nothing is said of a set-up that is done', async (t) => {
  for (const command of ['start', 'demo', 'test']) {
    const { code, stdout, stderr } = await launch(command, '--help');
    t.is(code, 0);
    t.regex(stdout, command === 'start' ? /^Usage: sonde start/ : /^usage: npm/);
    t.is(stderr, '');
  }
});

test('the exit code of the program is that of the launcher', async (t) => {
  const { code, stderr } = await launch('start', '--no-such-flag');
  t.is(code, 64);
  t.regex(stderr, /no-such-flag/);
});

test('scripts/run runs a program of the checkout from any directory, and tells how it is used', async (t) => {
  const path = join(rootDirectory, 'scripts/run');
  const ran = await run(path, ['test/launcher/say-version.ts', 'one'], { cwd: tmpdir() });
  const version = (JSON.parse(ran.stdout) as { version: string }).version;
  t.true(Number(/^v(\d+)/.exec(version)![1]) >= 24, version);
  t.like(JSON.parse(ran.stdout), { directory: realpathSync(tmpdir()), arguments: ['one'] });
  t.like(await run(path, []), { code: 64, stdout: '' });
  const missing = await run(path, ['scripts/nothing.ts']);
  t.regex(missing.stderr, /no scripts\/nothing\.ts/);
  t.is(missing.code, 1);
});

test('./sonde works from another directory and by a link, and takes paths from where one stands', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-link-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  symlinkSync(join(rootDirectory, 'sonde'), join(directory, 'sonde'));
  writeFileSync(join(directory, 'probe.json'), '{"retention": "7d"}');
  const elsewhere = { cwd: directory, env: { ...process.env, INIT_CWD: '/' } };
  const args = ['collector', 'config', '--json', '--config', 'probe.json'];
  const { stdout } = await promisify(execFile)('./sonde', args, elsewhere);
  const shown = JSON.parse(stdout) as { name: string; value: string; source: string }[];
  t.like(
    shown.find(({ name }) => name === 'retention'),
    { value: '7d', source: 'file' },
  );
});
