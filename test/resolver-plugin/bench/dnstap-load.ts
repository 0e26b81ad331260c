/**
 * Whether frames get lost: a resolver under dnsperf, set up by what `setup` writes, whose dnstap we take over a Unix
 * socket. Answers are local, so that each query makes two messages.
 * `scripts/run test/resolver-plugin/bench/dnstap-load.ts [unbound|bind] [queries a second] [seconds]`
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { listenUnix } from '../../../resolver-plugin/dnstap/listen-unix.ts';
import { resolverSetup } from '../../../resolver-plugin/setup/resolvers.ts';
import { startBind } from '../../support/resolvers/bind.ts';
import { policyZone } from '../../support/resolvers/policy-zone.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { type Ending, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);
const kind = process.argv[2] === 'bind' ? 'bind' : 'unbound';
const rate = Number(process.argv[3] ?? 25_000);
const seconds = Number(process.argv[4] ?? 5);

const ends: (() => unknown)[] = [];
const ending: Ending = { teardown: (end) => void ends.unshift(end) };
try {
  const directory = await temporaryDirectory(ending);
  const dnstapSocket = join(directory, 'dnstap.sock');
  const counters = new DnstapCounters();
  const sink = { message: () => undefined };
  const listener = await listenUnix(dnstapSocket, { sink, counters, mode: 0o666 });
  ending.teardown(() => listener.close());
  const { files } = resolverSetup(kind, {
    dnstapSocket,
    identity: 'bench',
    zone: policyZone,
    primary: { host: '127.0.0.1', port: 1 },
    stateDirectory: directory,
    configDirectory: join(directory, 'conf'),
  });
  await mkdir(join(directory, 'conf'));
  for (const { path, text } of files) await writeFile(path, text);
  const [first, second] = files.map(({ path }) => `include "${path}";`);
  const resolver =
    kind === 'bind'
      ? await startBind(ending, first!, second)
      : await startUnbound(ending, '', `include: "${files[0]!.path}"`, 'iterator');

  const names = join(directory, 'names');
  await writeFile(names, 'ready.example A\n');
  const settled = () => new Promise((resolve) => setTimeout(resolve, 3_000));
  await settled();
  const framesBefore = counters.frames;
  const cpuBefore = process.cpuUsage();
  const args = ['-s', '127.0.0.1', '-p', String(resolver.port), '-d', names, '-l', String(seconds)];
  const { stdout } = await run('dnsperf', [...args, '-Q', String(rate), '-c', '16', '-q', '2000']);
  await settled();
  const { user, system } = process.cpuUsage(cpuBefore);
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
  const completed = figure(/Queries completed:\s+(\d+)/);
  const frames = counters.frames - framesBefore;
  console.log(`dnsperf: ${figure(/Queries per second:\s+([\d.]+)/)} queries/s, ${completed} answered`);
  console.log(`${frames} frames of ${2 * completed}: ${2 * completed - frames} lost`);
  console.log(`our processor time: ${((user + system) / 1e6).toFixed(2)} s`);
} finally {
  for (const end of ends) await end();
}
