/**
 * Whether frames get lost: an Unbound under dnsperf, which writes dnstap to us over a Unix socket. Answers are local, so
 * that each query makes two messages. `node test/resolver-plugin/bench/dnstap-load.ts [queries a second] [seconds]`
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DnstapCounters } from '../../../resolver-plugin/dnstap/counters.ts';
import { listenUnix } from '../../../resolver-plugin/dnstap/listen-unix.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { type Ending, temporaryDirectory } from '../../support/temporary-directory.ts';

const run = promisify(execFile);
const rate = Number(process.argv[2] ?? 25_000);
const seconds = Number(process.argv[3] ?? 5);

const ends: (() => unknown)[] = [];
const ending: Ending = { teardown: (end) => void ends.unshift(end) };
try {
  const directory = await temporaryDirectory(ending);
  const socket = join(directory, 'dnstap.sock');
  const counters = new DnstapCounters();
  const listener = await listenUnix(socket, { sink: { message: () => undefined }, counters, mode: 0o666 });
  ending.teardown(() => listener.close());
  const control = join(directory, 'control.sock');
  const resolver = await startUnbound(
    ending,
    '',
    `remote-control:
  control-enable: yes
  control-interface: "${control}"
  control-use-cert: no
dnstap:
  dnstap-enable: yes
  dnstap-socket-path: "${socket}"
  dnstap-log-client-query-messages: yes
  dnstap-log-client-response-messages: yes`,
    'iterator',
  );
  const names = join(directory, 'names');
  await writeFile(names, 'ready.example A\n');
  const asked = async () => {
    const config = join(resolver.directory, 'unbound.conf');
    const { stdout } = await run('unbound-control', ['-c', config, 'stats_noreset']);
    return Number(/^total\.num\.queries=(\d+)/m.exec(stdout)?.[1]);
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 2_000));
  await settled();
  const [queriesBefore, framesBefore] = [await asked(), counters.frames];
  const cpuBefore = process.cpuUsage();
  const args = ['-s', '127.0.0.1', '-p', String(resolver.port), '-d', names, '-l', String(seconds)];
  const { stdout } = await run('dnsperf', [...args, '-Q', String(rate), '-c', '16', '-q', '2000']);
  await settled();
  const { user, system } = process.cpuUsage(cpuBefore);
  const queries = (await asked()) - queriesBefore;
  const frames = counters.frames - framesBefore;
  console.log(`dnsperf: ${/Queries per second:\s+([\d.]+)/.exec(stdout)?.[1]} queries/s`);
  console.log(`${queries} queries, ${frames} frames of ${2 * queries}: ${2 * queries - frames} lost`);
  console.log(`our processor time: ${((user + system) / 1e6).toFixed(2)} s`);
} finally {
  for (const end of ends) await end();
}
