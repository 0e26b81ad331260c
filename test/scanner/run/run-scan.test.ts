import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { runScan, type ScanProgress, type ScanRun } from '../../../scanner/run/run-scan.ts';
import { offlineWorld, quietScanner, sampleScanner } from '../../support/scans/offline-world.ts';
import { systemRandom } from '../../support/system-random.ts';

const finding = { code: 'x', status: 'fail', message: 'm', rule: 'RFC 1' } as const;
const never = () => new Promise<never>(() => {});

async function run(change: Partial<ScanRun>) {
  const faults: string[] = [];
  const progress: ScanProgress[] = [];
  const signals: AbortSignal[] = [];
  const scan = await runScan(
    {
      domain: 'example.com',
      scanners: [],
      trigger: 'request',
      budget: 5_000,
      onProgress: (one) => progress.push(one),
      ...change,
    },
    {
      openScan: (signal) => {
        signals.push(signal);
        return offlineWorld(signal);
      },
      clock: Date,
      random: systemRandom,
      onFault: (check) => faults.push(check),
    },
  );
  return { scan, faults, progress, signals };
}

test('checks run side by side, and are told of as they end', async (t) => {
  const first = Promise.withResolvers<void>();
  const { scan, progress, signals } = await run({
    scanners: [
      sampleScanner('late', async () => {
        await first.promise;
        return { result: 1, findings: [finding], errors: [] };
      }),
      sampleScanner('early', async () => {
        first.resolve();
        return { result: null, findings: [], errors: [{ source: 'early', code: 'timeout', message: 'm' }] };
      }),
    ],
  });
  t.deepEqual(
    progress.map(({ check, done, total }) => [check, done, total]),
    [
      ['early', 1, 2],
      ['late', 2, 2],
    ],
  );
  t.deepEqual(Object.keys(scan.parts), ['late', 'early'], 'in the order of the table');
  t.like(scan.parts.late, { result: 1, findings: [finding], errors: [] });
  t.is(scan.questions, 0);
  t.true(signals[0]?.aborted, 'what was left behind is ended');
});

test('a check that throws or hangs costs its own part and nothing else', async (t) => {
  const { scan, faults } = await run({
    budget: 100,
    scanners: [
      quietScanner('good'),
      sampleScanner('rejects', async () => Promise.reject(new TypeError('bug'))),
      sampleScanner('throws', () => {
        throw new TypeError('bug');
      }),
      sampleScanner('hangs', never),
      sampleScanner('gives up', async (_domain, { signal }) => {
        await delay(10_000, undefined, { signal });
        throw new Error('not reached');
      }),
    ],
  });
  t.deepEqual(faults.toSorted(), ['rejects', 'throws']);
  const codes = Object.fromEntries(
    Object.entries(scan.parts).map(([id, { errors }]) => [id, errors[0]?.code]),
  );
  t.deepEqual(codes, {
    good: undefined,
    rejects: 'internal_error',
    throws: 'internal_error',
    hangs: 'budget',
    'gives up': 'budget',
  });
  t.is(scan.parts.hangs?.result, null);
});

test('who gives up ends the scan', async (t) => {
  const leaving = new AbortController();
  const ended = run({ scanners: [sampleScanner('hangs', never)], signal: leaving.signal });
  leaving.abort();
  t.is((await ended).scan.parts.hangs?.errors[0]?.code, 'budget');
});

test('what a check tells is bounded, and plain JSON', async (t) => {
  const { scan } = await run({
    scanners: [
      sampleScanner('large', async () => ({
        result: { text: 'x'.repeat(1_000_000) },
        findings: Array.from({ length: 5_000 }, () => ({
          ...finding,
          message: 'y'.repeat(100_000),
          evidence: 'z'.repeat(100_000),
        })),
        errors: Array.from({ length: 5_000 }, () => ({
          source: 'large',
          code: 'x',
          message: 'y'.repeat(10_000),
        })),
      })),
      sampleScanner('odd', async () => ({
        result: { at: new Date(0), nothing: undefined, none: null },
        findings: [],
        errors: [],
      })),
      sampleScanner('circle', async () => {
        const result: { self?: unknown } = {};
        result.self = result;
        return { result, findings: [], errors: [] };
      }),
    ],
  });
  t.is(scan.parts.large?.result, null);
  t.is(scan.parts.large?.errors.at(-1)?.code, 'too_large');
  t.true(JSON.stringify(scan.parts.large).length < 1_200_000);
  t.deepEqual(scan.parts.odd?.result, { at: '1970-01-01T00:00:00.000Z', none: null });
  t.is(scan.parts.circle?.errors[0]?.code, 'internal_error');
});
