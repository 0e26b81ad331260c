import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { captureFilters } from '../../../agent/capture/filter.ts';
import { liveError } from '../../../agent/capture/live-error.ts';
import { UnwrappedCounter } from '../../../agent/capture/unwrapped-counter.ts';

const run = promisify(execFile);
const probe = fileURLToPath(new URL('../../support/packets/live-probe.ts', import.meta.url));

/** Runs the probe in a network namespace of its own, where anyone may capture and nobody else sends. */
async function inNamespace(...options: string[]): Promise<Record<string, unknown>> {
  const script = 'ip link set lo up && exec "$0" "$@"';
  const { stdout } = await run('unshare', ['-Urn', 'sh', '-c', script, process.execPath, probe, ...options], {
    timeout: 60_000,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

for (const [name, threads] of [
  ['lo', 1],
  ['any', 1],
  ['lo', 2],
] as const) {
  test(`fifty exchanges on ${name} are fifty rows by ${threads} threads, and the process ends`, async (t) => {
    t.like(await inNamespace(name, '', `${threads}`), {
      failure: '',
      rows: 50,
      answeredRows: 50,
      captured: 100,
      dropped: { kernel: 0, interface: 0 },
      messages_repeated: 0,
    });
  });
}

test('an interface that is not there and a filter that is none are told apart', async (t) => {
  t.is((await inNamespace('nosuch0')).failure, 'no_such_interface');
  t.is((await inNamespace('lo', 'port port')).failure, 'bad_filter');
});

test('a refusal of libpcap for want of rights is told as such', (t) => {
  t.is(liveError('eth0', new Error("eth0: You don't have permission to capture")).code, 'not_permitted');
  t.is(liveError('eth0', new Error('socket: Operation not permitted')).code, 'not_permitted');
});

test('the widest filter compiles for Ethernet, also when it is narrowed', (t) => {
  for (const narrowing of ['', 'not host 10.0.0.1 or net 192.0.2.0/24']) {
    const [widest = ''] = captureFilters([53, 5_353], narrowing);
    const { status, stderr } = spawnSync('tcpdump', ['-y', 'EN10MB', '-d', widest], { encoding: 'utf8' });
    t.is(status, 0, stderr);
  }
});

test('a 32-bit counter that wraps gives a growing total', (t) => {
  const counter = new UnwrappedCounter();
  t.is(counter.update(4_000_000_000), 4_000_000_000);
  t.is(counter.update(-1), 4_294_967_295);
  t.is(counter.update(5), 4_294_967_301);
});
