import test from 'ava';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { createNxdomainStormDetector } from '../../../../collector/domain/detection/detectors/nxdomain-storm.ts';
import { Report } from '../../../../collector/domain/detection/report.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { ClientStates } from '../../../../collector/domain/detection/state/client-states.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';

/** What the detector alone says of names that do not exist, asked for at those seconds. */
function storms(seconds: readonly number[], name = (n: number) => `host${n}.example.net`) {
  const report = new Report();
  const rows = new BatchRows(
    storedBytes(seconds.map((at, n) => asked({ at, name: name(n), code: 'NXDOMAIN' }))),
  );
  const detector = createNxdomainStormDetector(new ClientStates());
  while (rows.next()) detector.observe(rows, defaultSettings, report);
  return report.sightings();
}

const evenly = (count: number, from: number, pause: number): number[] =>
  Array.from({ length: count }, (_, n) => from + n * pause);

test('a burst is a storm wherever it falls in the minutes of the clock', (t) => {
  for (let phase = 0; phase < 60; phase += 0.5) t.is(storms(evenly(260, phase, 0.1)).length, 1, `${phase} s`);
});

test('a minute in which fewer names fail is none, wherever it falls', (t) => {
  for (let phase = 0; phase < 60; phase += 5)
    t.deepEqual(storms(evenly(2_000, phase, 0.4)), [], `${phase} s`);
});

test('what is usual does not grow by the storm itself', (t) => {
  // Forty names a minute for an hour, so that 400 are needed, and then a burst of 480.
  for (let phase = 0; phase < 60; phase += 5)
    t.is(storms([...evenly(2_400, 0, 1.5), ...evenly(480, 3_600 + phase, 0.1)]).length, 1, `${phase} s`);
});

test('the same names again are no further names', (t) => {
  t.deepEqual(
    storms(evenly(3_000, 0, 0.1), (n) => `host${n % 150}.example.net`),
    [],
  );
});

test('rows that come late count in the minute that they are of', (t) => {
  const [first, second] = [evenly(130, 90, 0.1), evenly(130, 103, 0.1)];
  t.is(storms([...second, ...first]).length, 1);
  t.deepEqual(storms([...second.map((at) => at + 120), ...first]), []);
});

test('a storm is described by the names of its own minute', (t) => {
  const [storm] = storms([...evenly(30, 0, 60), ...evenly(260, 4_000, 0.1)]);
  t.like(storm, { severity: 'low', subject: '192.0.2.10' });
  const { names, from, to, sample_names } = storm!.evidence as {
    [key in 'names' | 'from' | 'to' | 'sample_names']: never;
  };
  t.true(names > 250 && names < 270);
  t.true(storm!.count > 250 && storm!.count < 270);
  t.is(Date.parse(to) - Date.parse(from), 60_000);
  t.is([...sample_names].length, 5);
});
