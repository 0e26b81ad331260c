import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { socketFetch } from '../../cli/programs/socket-fetch.ts';
import { SondeClient } from '../../client/sonde-client.ts';
import { makeCertificate } from '../support/certificates.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { until } from '../support/until.ts';
import { dataDirectory, type Running, start } from './sonde.ts';

/** `npm start` without npm, on a port that the system chooses. */
function startSonde(t: ExecutionContext, data: string, { args = [], env = {} }: Way = {}): Running {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const flags = ['--no-agent', '--listen', '127.0.0.1:0', '--data', data, ...args];
  return start(t, ['env', ...variables, process.execPath, 'scripts/launch.mjs', 'start', ...flags]);
}

interface Way {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const listening = /Sonde listens on (https?:\S+)/;

/** Processes that have the data directory on their command line or in their environment, by what they run. */
function processesOn(data: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return command.includes(data) && Number(name) !== process.pid ? [{ pid: Number(name), command }] : [];
      } catch {
        return [];
      }
    });
}

const pidOf = (data: string, program: RegExp): number =>
  processesOn(data).find(({ command }) => program.test(command))!.pid;

const allGone = (data: string) => until(() => processesOn(data).length === 0, 60_000);

test.serial('what can not be followed is said in a sentence, and nothing is left running', async (t) => {
  t.timeout(240_000);
  const directory = await temporaryDirectory(t);
  const { certificate, key } = await makeCertificate(directory, 'trouble');
  const taken = createServer().listen(0, '127.0.0.1');
  t.teardown(() => void taken.close());
  await until(() => taken.listening);
  const port = (taken.address() as { port: number }).port;
  const file = join(directory, 'file');
  writeFileSync(file, 'no certificate');
  const cases: readonly [string, Way, RegExp, number][] = [
    ['an unknown flag', { args: ['--no-such-flag'] }, /unknown option .--no-such-flag/, 64],
    ['a setting with a wrong value', { env: { SONDE_RETENTION: 'banana' } }, /SONDE_RETENTION|retention/, 1],
    ['an address that is none', { args: ['--listen', 'nowhere:http'] }, /HOST:PORT/, 1],
    ['a directory that is a file', { args: ['--data', file] }, /EEXIST|ENOTDIR|not a directory/, 1],
    ['a directory below a file', { args: ['--data', join(file, 'data')] }, /ENOTDIR|not a directory/, 1],
    [
      'a key that is too short',
      { env: { SONDE_ADMIN_KEY: 'short' } },
      /SONDE_ADMIN_KEY|adminKey|admin-key/,
      1,
    ],
    ['a certificate without its key', { env: { SONDE_TLS_CERTIFICATE: certificate } }, /TLS needs both/, 1],
    ['a certificate that is not there', { env: tls('/nowhere.crt', key) }, /nowhere\.crt/, 1],
    ['a certificate that is none', { env: tls(file, key) }, /certificate|PEM/i, 1],
    [
      'a server for PostgreSQL that is away',
      { env: { DATABASE_URL: `postgres://127.0.0.1:1/x` } },
      /PostgreSQL/,
      1,
    ],
    ['a cluster without a server', { env: { CLICKHOUSE_CLUSTER: 'sonde' } }, /CLICKHOUSE_CLUSTER needs/, 1],
    ['a port that is taken', { args: ['--listen', `127.0.0.1:${port}`] }, /EADDRINUSE/, 1],
    ['an address of another machine', { args: ['--listen', '192.0.2.1:8080'] }, /EADDRNOTAVAIL/, 1],
  ];
  for (const [name, way, sentence, code] of cases) {
    const data = dataDirectory(t);
    const sonde = startSonde(t, data, way);
    t.is(await sonde.exited, code, `${name}: ${sonde.said()}`);
    t.regex(sonde.said(), sentence, name);
    // What a person can't read is in the log: traces and the insides of errors.
    t.notRegex(sonde.said(), /\n\s+at .*\.ts:\d+/, name);
    t.deepEqual(processesOn(data), [], name);
  }
});

function tls(certificate: string, key: string): Record<string, string> {
  return { SONDE_TLS_CERTIFICATE: certificate, SONDE_TLS_KEY: key };
}

test.serial('whatever is killed, halted or full, nothing is orphaned and the next start works', async (t) => {
  t.timeout(300_000);
  const data = dataDirectory(t);
  const directory = await temporaryDirectory(t);
  const pair = await makeCertificate(directory, 'trouble');
  mkdirSync(join(data, 'logs'), { recursive: true });
  symlinkSync('/dev/full', join(data, 'logs', 'collector.log'));
  const connect = (key: string) =>
    new SondeClient({
      url: 'http://collector',
      key,
      retries: 0,
      fetch: socketFetch(join(data, 'collector.sock')),
    });

  // A certificate that nobody has signed, and no room for the log.
  const first = startSonde(t, data, { env: tls(pair.certificate, pair.key) });
  const [, key] = await first.waitFor(/shown this once: (\S+)/);
  t.regex((await first.waitFor(listening))[1]!, /^https:/);
  await first.waitFor(/log of the collector can't be written, so lines are lost: ENOSPC/);
  await until(() => existsSync(join(data, 'console-key')));
  t.notRegex(first.said(), /fetch failed/);

  const second = startSonde(t, data);
  t.is(await second.exited, 1);
  t.regex(second.said(), /already runs on/);

  // The stores come back, each by itself.
  for (const engine of [/engine-main/, /postgres.* -D/]) {
    const killed = pidOf(data, engine);
    process.kill(killed, 'SIGKILL');
    await until(
      () => processesOn(data).some(({ pid, command }) => pid !== killed && engine.test(command)),
      60_000,
    );
  }
  await until(
    () =>
      connect(key!)
        .readiness()
        .then(
          () => true,
          () => false,
        ),
    60_000,
  );
  const { api_keys: keys } = await connect(key!).call('GET /api/account/api-keys');
  const { id } = keys.find(({ prefix }) => key!.startsWith(prefix))!;
  await connect(key!).call('DELETE /api/account/api-keys/{id}', { params: { id } });

  // Both launchers and npm are below whoever kills them.
  process.kill(pidOf(data, /launch\.mjs/), 'SIGKILL');
  await first.exited;
  await allGone(data);

  const third = startSonde(t, data, { env: { SONDE_ADMIN_KEY: key! } });
  await third.waitFor(/names was revoked and opens nothing/);
  await third.waitFor(listening);
  const halted = pidOf(data, /collector\/cli\/main\.ts/);
  t.teardown(() => {
    for (const { pid } of processesOn(data)) process.kill(pid, 'SIGKILL');
  });
  process.kill(halted, 'SIGSTOP');
  process.kill(pidOf(data, /cli\/main\.ts start/), 'SIGKILL');
  await third.exited;
  t.true(processesOn(data).some(({ pid }) => pid === halted));

  // A year ago by the clock, and what was left behind is in the way.
  const back = join(directory, 'back.mjs');
  writeFileSync(back, 'const now = Date.now; Date.now = () => now() - 31_536_000_000;');
  const fourth = startSonde(t, data, { env: { NODE_OPTIONS: `--import=${back}` } });
  await fourth.waitFor(/collector of an earlier start is still running \(process \d+\). Stopping it first/);
  await fourth.waitFor(listening);
  t.false(processesOn(data).some(({ pid }) => pid === halted));
  process.kill(pidOf(data, /collector\/cli\/main\.ts/), 'SIGKILL');
  t.is(await fourth.exited, 137);
  t.regex(fourth.said(), /The collector ended \(exit code 137\)/);
  await allGone(data);

  // The terminal is closed.
  const fifth = startSonde(t, data);
  await fifth.waitFor(listening);
  t.is(await fifth.stop('SIGHUP'), 0, fifth.said());
  await allGone(data);
  t.false(existsSync(join(data, 'run.json')));
});

test.serial('a collector without memory ends with a sentence', async (t) => {
  t.timeout(120_000);
  const data = dataDirectory(t);
  const sonde = startSonde(t, data, { env: { NODE_OPTIONS: '--max-old-space-size=24' } });
  t.not(await sonde.exited, 0);
  t.regex(sonde.said(), /The collector ended \(exit code \d+\)/);
  await allGone(data);
});
