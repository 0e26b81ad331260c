import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { benches } from '../../cli/commands/operate/bench.ts';
import { commands } from '../../cli/commands.ts';
import { knownPrograms } from '../../cli/programs/known-programs.ts';
import { runSonde } from '../support/run-sonde.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const key = 'x'.repeat(20);

test.serial('every command has help, which names no key on the command line', async (t) => {
  const program = await runSonde(['--help']);
  t.is(program.exitCode, 0);
  for (const name of [...Object.keys(commands), ...Object.keys(knownPrograms)])
    t.true(program.stdout.includes(`\n  ${name} `), name);
  const helps = await Promise.all(Object.keys(commands).map((name) => runSonde([name, '--help'])));
  for (const [index, name] of Object.keys(commands).entries()) {
    const { exitCode, stdout } = helps[index]!;
    t.is(exitCode, 0, name);
    // What the collector's program does is told under its name there.
    t.true(
      [`Usage: sonde ${name} `, `Usage: sonde collector ${name} `].some((head) => stdout.startsWith(head)),
      name,
    );
    t.notRegex(stdout, /--(?:admin-)?key </, name);
  }
});

test.serial('what sonde knows of the other programs is what they say themselves', async (t) => {
  for (const [name, { commands: known }] of Object.entries(knownPrograms)) {
    const { exitCode, stdout } = await runSonde([name, '--help']);
    t.is(exitCode, 0, name);
    const listed = [...stdout.slice(stdout.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+)\b/gm)].map(
      ([, command]) => command!,
    );
    t.deepEqual(listed.filter((command) => command !== 'help').toSorted(), [...known].toSorted(), name);
  }
});

test.serial('sonde bench knows every bench of the collector', async (t) => {
  const { stdout } = await runSonde(['collector', 'bench', '--help']);
  const listed = [...stdout.slice(stdout.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+) /gm)].map(
    ([, name]) => name!,
  );
  t.true(listed.length > 10);
  const known = Object.entries(benches).flatMap(([name, bench]) =>
    'program' in bench && bench.program === 'collector' && bench.args.length > 1 ? [name] : [],
  );
  t.deepEqual(known.toSorted(), listed.filter((name) => name !== 'help').toSorted());
});

test.serial('a program gets its arguments as they are, and its exit code is that of sonde', async (t) => {
  const config = await runSonde(['collector', 'config', '--json', '--retention', '3d']);
  const shown = JSON.parse(config.stdout) as { name: string; value: string }[];
  t.is(shown.find(({ name }) => name === 'retention')?.value, '3d');
  t.is((await runSonde(['collector', 'config', '--check', '--retention', 'x'])).exitCode, 78);
  t.regex((await runSonde(['agent', 'version'])).stdout, /^sonde-agent \d/);
  t.is((await runSonde(['agent', 'run', '--nonsense'])).exitCode, 64);
});

test.serial('the exit code says what kind of failure it was', async (t) => {
  const unknown = await runSonde(['thraets']);
  t.is(unknown.exitCode, 64);
  t.regex(unknown.stderr, /Did you mean threats\?/);
  t.is((await runSonde(['threats', '--nonsense'])).exitCode, 64);
  t.is((await runSonde(['threats', 'show', 'seven'], { SONDE_KEY: key })).exitCode, 64);
  t.is((await runSonde(['threats', '--url', 'ftp://x'], { SONDE_KEY: key })).exitCode, 64);
  const keyless = await runSonde(['threats']);
  t.is(keyless.exitCode, 64);
  t.is(
    keyless.stderr,
    'This command needs an API key. Set SONDE_KEY, or give a file that contains the key with --key-file.\n',
  );
  const away = await runSonde(['threats', '--url', 'http://127.0.0.1:1'], { SONDE_KEY: key });
  t.is(away.exitCode, 69);
  t.regex(away.stderr, /^http:\/\/127\.0\.0\.1:1 can't be reached: .*\n$/);
});

test.serial('a server that is no collector is told in a sentence, whatever it answers', async (t) => {
  const answers = ['<html>', '', '{"error":5}', 'null'];
  let turn = 0;
  const server = createServer((_request, response) => {
    const index = turn++;
    response.writeHead(index % 2 === 0 ? 200 : 502).end(answers[index]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const _ of answers) {
    const { exitCode, stderr } = await runSonde(['threats', 'list', '--url', url], { SONDE_KEY: key });
    t.is(exitCode, 1, stderr);
    t.notRegex(stderr, /\n {4}at /, stderr);
  }
});

test.serial('the key is taken from a file, or from the console of a start on this machine', async (t) => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.setHeader('X-Request-Id', 'r');
    response.end(JSON.stringify({ count: 0, threats: [], limit: 50, offset: 0 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const data = await temporaryDirectory(t);
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'console-key'), 'key-of-the-console\n');
  await writeFile(join(data, 'key'), 'key-of-a-file\n');
  const env = { SONDE_URL: url, SONDE_DATA: data };
  t.is((await runSonde(['threats'], env)).stdout, 'There are no open threats.\n');
  await runSonde(['threats'], { ...env, SONDE_KEY: 'key-of-the-environment' });
  await runSonde(['threats', '--key-file', join(data, 'key')], { ...env, SONDE_KEY: 'another' });
  t.deepEqual(seen, ['Bearer key-of-the-console', 'Bearer key-of-the-environment', 'Bearer key-of-a-file']);
  const elsewhere = await runSonde(['threats', '--url', 'http://192.0.2.1'], { SONDE_DATA: data });
  t.is(elsewhere.exitCode, 64, 'the key of this machine is not sent to another');
});

test.serial('bash completes commands, their commands and flags by the printed script', async (t) => {
  const { stdout: script } = await runSonde(['completion', 'bash']);
  const complete = async (...words: string[]) => {
    const line = `COMP_WORDS=(sonde ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sonde; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${line}`]);
    return stdout.trim().split('\n');
  };
  t.deepEqual(await complete('thr'), ['threats']);
  t.deepEqual(await complete('threats', 're'), ['resolve', 'reopen']);
  t.deepEqual(await complete('threats', 'list', '--sev'), ['--severity']);
  t.deepEqual(await complete('agent', 'can'), ['canary']);
  for (const shell of ['zsh', 'fish']) {
    const other = await runSonde(['completion', shell]);
    t.is(other.exitCode, 0);
    t.true(other.stdout.includes('threats'));
  }
  t.is((await runSonde(['completion', 'csh'])).exitCode, 64);
});
