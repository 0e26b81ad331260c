import test, { type ExecutionContext } from 'ava';
import { loadConfig } from '../../../collector/config/load-config.ts';
import { ScanWorkers } from '../../../collector/start/scan-workers/scan-workers.ts';
import { chooseChecks } from '../../../scanner/run/choose-checks.ts';
import { runScan, type ScanProgress, type ScanRun } from '../../../scanner/run/run-scan.ts';
import { createScanNetwork } from '../../../scanner/start/create-scan-network.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { offlineWorld, quietScanner } from '../../support/scans/offline-world.ts';
import { systemRandom } from '../../support/system-random.ts';
import { until } from '../../support/until.ts';

// Nothing of the network may be asked, so that scans end at once.
const { config } = loadConfig({ env: { SONDE_RESOLVERS: '127.0.0.1', SONDE_SCAN_TIME: '5s' } });

const odd = new URL('../../support/workers/dying-worker.ts', import.meta.url);

async function start(t: ExecutionContext, more: Partial<ConstructorParameters<typeof ScanWorkers>[0]> = {}) {
  const log = createRecordingLog();
  const workers = new ScanWorkers({ count: 2, settings: config, log, ...more });
  t.teardown(() => workers.stop());
  const { checks } = await createScanNetwork(config);
  const { scanners } = chooseChecks(checks, {
    checkSsl: false,
    advanced: false,
    expert: false,
    checks: ['spf', 'mx'],
  });
  const run = (domain: string, how: Partial<ScanRun> = {}) =>
    workers.run({ domain, scanners, trigger: 'bulk', budget: 5_000, ...how });
  return { workers, run, log };
}

test('scans run in threads, which begin when they are needed and rest when they are not', async (t) => {
  const { workers, run } = await start(t, { idleMilliseconds: 200 });
  t.is(workers.running, 0);
  const told: ScanProgress[] = [];
  const [one, other] = await Promise.all([
    run('one.example', { onProgress: (progress) => told.push(progress) }),
    run('other.example'),
  ]);
  t.is(one.domain, 'one.example');
  t.is(other.domain, 'other.example');
  t.deepEqual(Object.keys(one.parts), ['mx', 'spf']);
  t.true(one.startedAt instanceof Date);
  t.true(one.parts.spf!.errors.length > 0);
  t.deepEqual(
    told.map(({ check, done, total }) => [check, done, total]),
    [
      ['mx', 1, 2],
      ['spf', 2, 2],
    ],
  );
  await until(() => workers.running === 0);
  t.is((await run('again.example')).domain, 'again.example');
});

test('what only the own thread can do is done there, and is a part of the same scan', async (t) => {
  const done: string[] = [];
  const here = {
    checks: ['cert-transparency'],
    run: (one: ScanRun) => {
      done.push(`${one.domain} ${one.scanners.map(({ id }) => id).join()}`);
      return runScan(one, {
        openScan: (signal) => offlineWorld(signal),
        clock: Date,
        random: systemRandom,
        onFault: () => t.fail(),
      });
    },
  };
  const { workers, run } = await start(t, { here });
  const { checks } = await createScanNetwork(config);
  const [mx, spf] = ['mx', 'spf'].map((id) => checks.find(({ scanner }) => scanner.id === id)!.scanner);
  const own = quietScanner('cert-transparency', { total: 3 });
  const told: ScanProgress[] = [];
  const scan = await run('one.example', {
    scanners: [mx!, own, spf!],
    onProgress: (progress) => told.push(progress),
  });
  t.deepEqual(Object.keys(scan.parts), ['mx', 'cert-transparency', 'spf']);
  t.deepEqual(scan.parts['cert-transparency']?.result, { total: 3 });
  t.deepEqual(
    told.map(({ check, done, total }) => [check, done, total]),
    [
      ['mx', 1, 3],
      ['cert-transparency', 2, 3],
      ['spf', 3, 3],
    ],
  );
  t.true('spfValid' in scan.summary, 'the summary is of both halves');
  const alone = await run('two.example', { scanners: [own] });
  t.deepEqual(Object.keys(alone.parts), ['cert-transparency']);
  await run('three.example');
  t.deepEqual(done, ['one.example cert-transparency', 'two.example cert-transparency']);
  t.true(workers.running > 0);
});

test('a scan may be given up, before and while it runs', async (t) => {
  const { run } = await start(t, { program: odd });
  await t.throwsAsync(run('one.example', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const giveUp = new AbortController();
  const scan = run('one.example', { signal: giveUp.signal });
  giveUp.abort();
  t.is((await scan).domain, 'given up');
});

test('a thread that dies costs its own scans, and another takes its place', async (t) => {
  const { workers, run, log } = await start(t, {
    count: 1,
    program: odd,
  });
  const waiting = run('patient.example');
  const deadly = run('deadly.example');
  await t.throwsAsync(deadly, { message: /came to an end/ });
  await t.throwsAsync(waiting, { message: /came to an end/ });
  t.is(workers.running, 0);
  t.true(log.lines.some(({ message }) => message === 'a thread failed'));
  await t.throwsAsync(run('deadly.example'), { message: /came to an end/ });
});

test('a thread that does not come back costs its own scans', async (t) => {
  const { workers, run, log } = await start(t, { count: 1, program: odd, graceMilliseconds: 50 });
  await t.throwsAsync(run('patient.example', { budget: 50 }), { message: /came to an end/ });
  t.is(workers.running, 0);
  t.true(log.lines.some(({ message }) => message === 'a thread is stuck'));
});

test('after the end there is nothing to be had', async (t) => {
  const { workers, run } = await start(t);
  await run('one.example');
  await workers.stop();
  t.is(workers.running, 0);
  await t.throwsAsync(run('two.example'), { message: /have stopped/ });
});
