import test from 'ava';
import { commands } from '../../../collector/cli/commands.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { runToEnd } from '../../support/run-sonde.ts';

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runToEnd('collector/cli/main.ts', args, env);

test.serial('every command has help', async (t) => {
  const program = await run(['--help']);
  for (const command of Object.keys(commands)) {
    const { exitCode, stdout } = await run([command, '--help']);
    t.is(exitCode, 0, command);
    t.true(stdout.startsWith(`Usage: sonde collector ${command} `), command);
    t.true(program.stdout.includes(`\n  ${command} `), command);
  }
});

test.serial('a command that does not exist is told, with the one that may be meant', async (t) => {
  const { exitCode, stderr } = await run(['srve']);
  t.is(exitCode, 1);
  t.regex(stderr, /unknown command 'srve'\n\(Did you mean serve\?\)/);
});

test.serial('a bench that ClickHouse could not run in is told before it begins', async (t) => {
  const { exitCode, stderr } = await run(['bench', '--memory', '10']);
  t.is(exitCode, 1);
  t.is(stderr, '--memory must be at least 400 MiB.\n');
});

test.serial('config shows what is in force, for people and for programs, without secrets', async (t) => {
  const env = { SONDE_ADMIN_KEY: 'hunter2hunter2hunter2', SONDE_LISTN: '1' };
  const people = await run(['config', '--data', '/srv/sonde'], env);
  t.regex(people.stdout, /^Store\n {2}SONDE_DATA +\/srv\/sonde +flag$/m);
  t.regex(people.stderr, /did you mean SONDE_LISTEN\?/);
  const programs = await run(['config', '--json'], env);
  const shown = JSON.parse(programs.stdout) as { name: string; value: string | null; source: string }[];
  t.like(
    shown.find(({ name }) => name === 'listen'),
    { value: '127.0.0.1:8080', source: 'default' },
  );
  t.false((people.stdout + programs.stdout).includes('hunter2'));
});

test.serial(
  'what cannot be read is told, without a stack, and the exit code says configuration',
  async (t) => {
    const good = await run(['config', '--check']);
    t.is(good.exitCode, 0);
    const bad = await run(['config', '--check', '--retention', 'long'], { SONDE_LISTEN: 'nowhere' });
    t.is(bad.exitCode, 78);
    t.regex(bad.stderr, /^SONDE_LISTEN must be .*\n--retention must be .*\n$/);
    const serve = await run(['serve', '--listen', 'nowhere']);
    t.is(serve.exitCode, 78);
  },
);

test.serial('the document and the error codes are printed', async (t) => {
  const document = JSON.parse((await run(['openapi'])).stdout);
  t.is(document.openapi, '3.1.0');
  t.true(Object.keys(document.paths).length > 0);
  t.true(endpoints.every(({ path }) => path in document.paths));
  t.is(JSON.parse((await run(['errors', '--json'])).stdout).not_found.status, 404);
});
