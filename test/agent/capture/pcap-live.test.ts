import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { CaptureError } from '../../../agent/capture/capture-error.ts';
import { captureFilters } from '../../../agent/capture/filter.ts';
import { listDevices } from '../../../agent/capture/library/library-devices.ts';
import { LibrarySession } from '../../../agent/capture/library/library-session.ts';
import { loadPcapLibrary } from '../../../agent/capture/library/pcap-library.ts';
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

for (const [name, threads, by] of [
  ['lo', 1, 'addon'],
  ['any', 1, 'addon'],
  ['lo', 2, 'addon'],
  // As on Windows, by the functions of the library themselves.
  ['lo', 1, 'library'],
  ['any', 1, 'library'],
] as const) {
  test(`fifty exchanges on ${name} are fifty rows by ${threads} threads and the ${by}, and the process ends`, async (t) => {
    t.like(await inNamespace(name, '', `${threads}`, by), {
      failure: '',
      rows: 50,
      answeredRows: 50,
      captured: 100,
      dropped: { kernel: 0, interface: 0 },
      messages_repeated: 0,
    });
  });
}

for (const by of ['addon', 'library']) {
  test(`an interface that is not there and a filter that is none are told apart by the ${by}`, async (t) => {
    t.is((await inNamespace('nosuch0', '', '1', by)).failure, 'no_such_interface');
    t.is((await inNamespace('lo', 'port port', '1', by)).failure, 'bad_filter');
  });
}

test('the library lists the interfaces that are up', (t) => {
  t.true(listDevices(loadPcapLibrary()).includes('lo'));
  const { code, message } = t.throws(() => loadPcapLibrary('win32'), { instanceOf: CaptureError })!;
  t.is(code, 'capture_failed');
  t.regex(message, /^Npcap is not installed/);
});

test('headers of packets are read as Windows lays them out', (t) => {
  const packet = Buffer.from('a packet');
  const header = Buffer.alloc(16);
  for (const [index, value] of [1_700_000_000, 999_999, packet.length, 1_500].entries())
    header.writeUInt32LE(value, 4 * index);
  const real = loadPcapLibrary();
  let left = 2;
  const told: unknown[] = [];
  const session = new LibrarySession(
    {
      ...real,
      create: () => 1n,
      activate: () => 0,
      setNonBlocking: () => 0,
      setSnapLength: () => 0,
      setPromiscuous: () => 0,
      setTimeout: () => 0,
      setBufferSize: () => 0,
      compile: () => 0,
      setFilter: () => 0,
      freeCode: () => undefined,
      linkType: () => 1,
      next: (_handle, at, data) => {
        at[0] = 1n;
        data[0] = 2n;
        return left-- > 0 ? 1 : 0;
      },
      copy: (to, from, bytes) => void (from === 1n ? header : packet).copy(to, 0, 0, bytes),
      close: () => undefined,
    },
    'win32',
  );
  const bytes = Buffer.alloc(100);
  const given = Buffer.alloc(16);
  const onPacket = (): void =>
    void told.push([
      given.readUInt32LE(0),
      given.readUInt32LE(4),
      given.readUInt32LE(8),
      given.readUInt32LE(12),
      bytes.toString('utf8', 0, given.readUInt32LE(8)),
    ]);
  t.is(
    session.open_live('x', '', 1, 1, '', onPacket, false, 1, () => undefined, true),
    'LINKTYPE_ETHERNET',
  );
  t.is(session.dispatch(bytes, given), 2);
  const one = [1_700_000_000, 999_999, 8, 1_500, 'a packet'];
  t.deepEqual(told, [one, one]);
  session.close();
  t.is(session.dispatch(bytes, given), -2);
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
