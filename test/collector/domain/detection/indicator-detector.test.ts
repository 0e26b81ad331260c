import { presentForm } from '@sonde/shared/batch/row-layout.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import test from 'ava';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { createIndicatorDetector } from '../../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../../collector/domain/detection/indicator-matcher.ts';
import { storedRows } from '../../../../collector/domain/traffic/ingest/stored-rows.ts';
import type { Indicator, TakeIndicators } from '../../../../collector/ports/threats/indicators.ts';
import { indicatorsToLoad } from '../../../support/detection/loaded-indicators.ts';
import { sampleRow } from '../../../support/ingest/uploads.ts';

const listed = (name: string, change: Partial<Indicator> = {}): Indicator => ({
  name,
  threatType: 'malware',
  severity: 'high',
  source: 'list.txt',
  description: null,
  ...change,
});

async function matcherOf(...indicators: Indicator[]) {
  const matcher = new IndicatorMatcher();
  await matcher.refresh(indicatorsToLoad(indicators));
  return matcher;
}

/** `times` in milliseconds; now, one microsecond after the other, where absent. */
async function rowsOf(names: readonly string[], locationId = 7, times: readonly number[] = []) {
  const now = Date.now() * 1_000;
  const rows = names.map((queryName, index) =>
    sampleRow({
      queryName,
      observedAt: (times[index] ?? 0) * 1_000 || now + index,
      clientAddress: `192.0.2.${index + 1}`,
    }),
  );
  const stored = await storedRows(Buffer.concat(rows.map(encodeRow)), {
    locationId,
    agentId: 3,
    form: presentForm,
    earliest: 0,
    latest: Number.MAX_SAFE_INTEGER,
  });
  return new BatchRows(stored.bytes);
}

test('the name itself and everything below it match, nothing else does', async (t) => {
  const matcher = await matcherOf(
    listed('bad.example'),
    listed('deep.bad.example', { severity: 'critical' }),
  );
  t.is(matcher.match('bad.example')?.severity, 'high');
  t.is(matcher.match('www.bad.example')?.severity, 'high');
  t.is(matcher.match('x.deep.bad.example')?.severity, 'critical');
  for (const name of ['example', 'notbad.example', 'bad.example.org', '.', 'www\\.bad.example']) {
    t.is(matcher.match(name), undefined, name);
  }
});

test('a batch gives one sighting for each indicator, with the newest query as its example', async (t) => {
  const detector = createIndicatorDetector(await matcherOf(listed('bad.example')));
  const sightings = detector.examine(
    await rowsOf(['a.bad.example', 'good.example', 'b.bad.example', 'bad.example']),
  );
  t.is(sightings.length, 1);
  t.like(sightings[0], {
    locationId: 7,
    type: 'malware',
    severity: 'high',
    subject: 'bad.example',
    queryName: 'bad.example',
    clientAddress: '192.0.2.4',
    source: 'list.txt',
    count: 3,
  });
});

test('a sighting begins with the oldest of its queries', async (t) => {
  const detector = createIndicatorDetector(await matcherOf(listed('bad.example')));
  const start = 1_800_000_000_000;
  const rows = await rowsOf(['bad.example', 'bad.example', 'bad.example'], 7, [
    start,
    start - 9_000,
    start - 4,
  ]);
  t.like(detector.examine(rows)[0], {
    observedAt: new Date(start),
    firstObservedAt: new Date(start - 9_000),
    count: 3,
  });
});

test('without indicators, and without hits, there is nothing to say', async (t) => {
  const rows = await rowsOf(['good.example']);
  t.deepEqual(createIndicatorDetector(await matcherOf()).examine(rows), []);
  t.deepEqual(createIndicatorDetector(await matcherOf(listed('bad.example'))).examine(rows), []);
});

test('the set is loaded again when its version changes, and only then', async (t) => {
  const matcher = new IndicatorMatcher();
  let version = 1;
  let loads = 0;
  const store = {
    version: async () => version,
    load: async (take: TakeIndicators) => {
      loads++;
      await take([listed(`v${version}.example`)], new Map());
      return version;
    },
  };
  await matcher.refresh(store);
  await matcher.refresh(store);
  t.is(loads, 1);
  version = 2;
  await matcher.refresh(store);
  t.is(matcher.match('v1.example'), undefined);
  t.truthy(matcher.match('v2.example'));
});
