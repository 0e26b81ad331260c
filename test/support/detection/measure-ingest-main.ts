import type { Row } from '@sonde/shared/batch/row.ts';
import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { createIndicatorDetector } from '../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { defaultSettings } from '../../../collector/domain/detection/settings.ts';
import { createTrafficDetector } from '../../../collector/domain/detection/traffic-detector.ts';
import { measureIngest } from './measure-ingest.ts';
import { ordinaryTraffic, segmentOf } from './measure-matching.ts';

/** Prints what matching and detection add to ingest: `scripts/run test/support/detection/measure-ingest-main.ts [rows] [rounds]`. */
const [rows = '200000', rounds = '5'] = process.argv.slice(2);
const random = new SeededRandom(51);
const matcher = new IndicatorMatcher();
await matcher.install(segmentOf(1_000_000, random));
const rowsPerBatch = 5_000;
const now = Date.now() * 1_000 - 3_600_000_000;
/** The same traffic for all, a batch at a time. */
function* batches(): Generator<Row[]> {
  const traffic = ordinaryTraffic(Number(rows), random);
  for (let at = 0; at < traffic.length; at += rowsPerBatch)
    yield traffic
      .slice(at, at + rowsPerBatch)
      .map((row, index) => ({ ...row, observedAt: now + at + index }));
}
const matching = () => createIndicatorDetector(matcher);
const behaviour = () =>
  createTrafficDetector(createRowDetectors(), {
    settingsOf: () => defaultSettings,
    onFailure: (name, error) => console.error(name, error),
  });
const measured = await measureIngest(
  batches(),
  Number(rows),
  [
    { name: 'no detection', detectors: () => [] },
    { name: 'a million indicators', detectors: () => [matching()] },
    { name: 'indicators and all detectors', detectors: () => [matching(), behaviour()] },
  ],
  Number(rounds),
);
const base = measured[0]!;
for (const { name, wallMicroseconds, ownMicroseconds, allMicroseconds } of measured) {
  const more = (value: number, from: number) =>
    `${value.toFixed(2)} µs a row (${((value / from - 1) * 100).toFixed(1)} %)`;
  console.log(
    `${name}: processor time ${more(allMicroseconds, base.allMicroseconds)}, ` +
      `of that the collector's own ${more(ownMicroseconds, base.ownMicroseconds)}; ` +
      `by the clock ${more(wallMicroseconds, base.wallMicroseconds)}`,
  );
}
