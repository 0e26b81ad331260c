import test, { type ExecutionContext } from 'ava';
import {
  type DeskRequest,
  ScanDesk,
  type ScanDeskSettings,
} from '../../../../../../collector/domain/intelligence/scan/run/scan-desk.ts';
import type { DomainScan } from '../../../../../../scanner/ports/domain-scan.ts';
import type { Scanner } from '../../../../../../scanner/ports/scanner.ts';
import { Overloaded } from '../../../../../../shared/errors.ts';
import { FakeTrackedDomains } from '../../../../../support/fakes/scans/tracked-domains.ts';
import { createTestMeter } from '../../../../../support/meter.ts';
import { offlineWorld, quietScanner, sampleScanner } from '../../../../../support/scans/offline-world.ts';
import { silentLog } from '../../../../../support/silent-log.ts';
import { systemRandom } from '../../../../../support/system-random.ts';

function setUp(change: Partial<ScanDeskSettings> = {}) {
  let now = Date.now();
  const tracked = new FakeTrackedDomains();
  const recorded: DomainScan[] = [];
  const desk = new ScanDesk(
    {
      openScan: offlineWorld,
      clock: { now: () => now },
      random: systemRandom,
      recorder: {
        record: async (scan, monitorSeconds) => {
          recorded.push(scan);
          await tracked.record([{ scan, monitorSeconds }]);
          return true;
        },
      },
      trackedDomains: tracked,
      meter: createTestMeter(),
      log: silentLog,
    },
    { budget: 5_000, cacheFor: 60_000, atOnce: 2, mostWaiting: 2, backgroundAtOnce: 1, ...change },
  );
  const ask = (scanners: readonly Scanner<unknown>[], more: Partial<DeskRequest> = {}) =>
    desk.scan({
      domain: 'example.com',
      scanners,
      trigger: 'request',
      refresh: false,
      monitorSeconds: 0,
      ...more,
    });
  return { desk, ask, recorded, pass: (milliseconds: number) => (now += milliseconds) };
}

/** A check that ends when it is let go. */
function held(id = 'held') {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const scanner = sampleScanner(id, async (_domain, { signal }) => {
    signals.push(signal);
    await promise;
    return { result: 1, findings: [], errors: [] };
  });
  return { scanner, release: resolve, signals };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what was looked at a little while ago is not looked at again, unless asked to', async (t) => {
  const { ask, recorded, pass } = setUp();
  const [spf, tls] = [quietScanner('spf'), quietScanner('tls')];
  t.not((await ask([spf, tls])).scan, null);
  const known = await ask([spf]);
  t.is(known.scan, null);
  t.deepEqual(Object.keys(known.parts), ['spf']);
  t.not((await ask([spf, quietScanner('caa')])).scan, null, 'a check that was not made');
  t.not((await ask([spf], { refresh: true })).scan, null);
  pass(61_000);
  t.not((await ask([tls])).scan, null, 'too long ago');
  t.is(recorded.length, 4);
});

test('those who ask for the same at the same time share one scan, and its progress', async (t) => {
  const { ask, recorded } = setUp();
  const { scanner, release, signals } = held();
  const quiet = quietScanner('quiet');
  const first = ask([quiet, scanner]);
  await turn();
  const seen: string[] = [];
  const second = ask([quiet, scanner], { onProgress: ({ check }) => seen.push(check) });
  await turn();
  t.deepEqual(seen, ['quiet'], 'what has been done is told at once');
  release();
  const [a, b] = await Promise.all([first, second]);
  t.is(a.scan, b.scan);
  t.deepEqual(seen, ['quiet', 'held']);
  t.is(signals.length, 1);
  t.is(recorded.length, 1);
});

test('a scan is broken off when the last who waits gives up, and not stored', async (t) => {
  const { ask, recorded } = setUp();
  const { scanner, release, signals } = held();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = ask([scanner], { signal: one.signal });
  const second = ask([scanner], { signal: two.signal });
  await turn();
  one.abort();
  await t.throwsAsync(first, { name: 'AbortError' });
  t.false(signals[0]?.aborted);
  two.abort();
  await t.throwsAsync(second, { name: 'AbortError' });
  t.true(signals[0]?.aborted);
  const third = ask([scanner]);
  await turn();
  release();
  t.is((await third).parts.held?.result, 1, 'who comes then gets a scan of his own');
  t.is(recorded.length, 1);
});

test('so many run, so many wait, and the others are told to come back', async (t: ExecutionContext) => {
  const { desk } = setUp();
  const { scanner, release, signals } = held();
  const ask = (domain: string, trigger: 'request' | 'bulk' = 'request') =>
    desk.scan({ domain, scanners: [scanner], trigger, refresh: true, monitorSeconds: 0 });
  const answers = ['a.test', 'b.test', 'c.test', 'd.test'].map((domain) => ask(domain));
  await turn();
  t.is(signals.length, 2);
  await t.throwsAsync(ask('e.test'), { instanceOf: Overloaded });
  const background = ask('f.test', 'bulk');
  await turn();
  t.is(signals.length, 3, 'what runs in the background has turns of its own');
  release();
  await Promise.all([...answers, background]);
  t.is(signals.length, 5);
});
