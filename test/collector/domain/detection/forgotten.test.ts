import test from 'ava';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { createRowDetectors } from '../../../../collector/domain/detection/create-detectors.ts';
import { Report } from '../../../../collector/domain/detection/report.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { OncePerDay } from '../../../../collector/domain/detection/state/once-per-day.ts';
import { createDetection } from '../../../../collector/start/parts/create-detection.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { asked } from '../../../support/detection/traffic.ts';
import { silentLog } from '../../../support/silent-log.ts';

test('what a detector had to forget is counted', (t) => {
  const detector = createRowDetectors().find(({ name }) => name === 'name_leak')!;
  // It remembers twenty thousand clients, and as many of before.
  const rows = Array.from({ length: 40_001 }, (_, at) =>
    asked({
      at: 0,
      name: 'x.onion',
      client: `198.${18 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`,
      code: 'NXDOMAIN',
    }),
  );
  const batch = new BatchRows(storedBytes(rows));
  const report = new Report();
  while (batch.next()) detector.observe(batch, defaultSettings, report);
  t.deepEqual(
    detector.tables?.map(({ forgotten }) => forgotten),
    [20_000],
  );
  const once = new OncePerDay(1);
  for (const what of ['a', 'b', 'c']) once.isFirst(what, 0);
  t.is(once.forgotten, 1);
});

test('the metric has each detector with bounded tables once', (t) => {
  let read: () => readonly { labels: { detector: string }; value: number }[] = () => [];
  const none = { add: () => {}, observe: () => {}, series: () => ({ observe: () => {} }) };
  createDetection({
    networks: { find: () => undefined },
    judgementOf: () => ({ weight: null, severity: null, threatType: null }),
    meter: {
      counter: () => none,
      histogram: () => none,
      gauge: () => {},
      gaugeBy: (name, _help, _labels, values) => {
        t.is(name, 'sonde_detection_forgotten');
        read = values as unknown as typeof read;
      },
    },
    log: silentLog,
  });
  const names = read().map(({ labels }) => labels.detector);
  t.is(new Set(names).size, names.length);
  for (const name of ['clients', 'beaconing', 'dns_tunnel', 'dns_volume', 'sigma'])
    t.true(names.includes(name), name);
  t.true(read().every(({ value }) => value === 0));
});
