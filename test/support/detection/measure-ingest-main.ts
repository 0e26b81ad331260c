import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { createIndicatorDetector } from '../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../collector/domain/detection/indicator-matcher.ts';
import { defaultSettings } from '../../../collector/domain/detection/settings.ts';
import { createTrafficDetector } from '../../../collector/domain/detection/traffic-detector.ts';
import { measureIngest } from './measure-ingest.ts';
import { ordinaryTraffic, segmentOf } from './measure-matching.ts';

/** Prints what matching and detection add to ingest: `node test/support/detection/measure-ingest-main.ts [rows] [rounds]`. */
const [rows = '200000', rounds = '5'] = process.argv.slice(2);
const random = new SeededRandom(51);
const matcher = new IndicatorMatcher();
await matcher.install(segmentOf(1_000_000, random));
const now = Date.now() * 1_000 - 3_600_000_000;
const traffic = ordinaryTraffic(Number(rows), random).map((row, index) => ({
  ...row,
  observedAt: now + index,
}));
const matching = () => createIndicatorDetector(matcher);
const behaviour = () =>
  createTrafficDetector(
    createRowDetectors(),
    () => defaultSettings,
    (name, error) => console.error(name, error),
  );
const measured = await measureIngest(
  traffic,
  [
    { name: 'no detection', detectors: () => [] },
    { name: 'a million indicators', detectors: () => [matching()] },
    { name: 'indicators and all detectors', detectors: () => [matching(), behaviour()] },
  ],
  Number(rounds),
);
const base = measured[0]!;
for (const { name, wallMicroseconds, processorMicroseconds } of measured) {
  const more = (value: number, from: number) => `${((value / from - 1) * 100).toFixed(1)} %`;
  console.log(
    `${name}: ${wallMicroseconds.toFixed(2)} µs a row (${more(wallMicroseconds, base.wallMicroseconds)}), ` +
      `${processorMicroseconds.toFixed(2)} µs of the collector's processor time (${more(processorMicroseconds, base.processorMicroseconds)})`,
  );
}
