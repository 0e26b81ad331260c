import test from 'ava';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { alerts, detect } from '../../../support/detection/stored.ts';
import { slowTunnel, tunnel, tunnelKinds, tunnelWithoutApex } from '../../../support/detection/tunnels.ts';

for (const kind of tunnelKinds) {
  test(`${kind} is found within a minute of traffic, whenever it begins`, (t) => {
    for (const seed of [1, 2, 3]) {
      const rows = tunnel(kind, new SeededRandom(seed), { at: seed * 17 });
      const found = detect(rows, { batchRows: 40 }).filter(({ severity }) => severity !== 'info');
      t.true(found.length > 0);
      const [sighting] = found;
      t.is(sighting!.subject, 'update-check.example');
      t.is(sighting!.technique, 'T1071.004');
      t.true((sighting!.evidence!.sample_names as string[]).length > 0);
    }
  });
}

test('a tunnel stays found while it runs for hours', (t) => {
  const rows = tunnel('iodine-null', new SeededRandom(4), { seconds: 7_200 });
  const found = detect(rows, { batchRows: 2_000 });
  t.is(found.filter(({ severity }) => severity === 'high').length, Math.ceil(rows.length / 2_000));
  // Save for the names before the threshold was reached, every query is counted, a few lost to the bits of the filter.
  t.true(found.reduce((sum, { count }) => sum + count, 0) > rows.length * 0.8);
});

test('data without any domain is found', (t) => {
  const [found] = detect(tunnelWithoutApex(new SeededRandom(5)));
  t.like(found, { type: 'dns_tunnel', severity: 'high', clientAddress: '192.0.2.10' });
});

test('a patient tunnel is found within the day, step by step', (t) => {
  const found = detect(slowTunnel(new SeededRandom(6))).filter(({ type }) => type === 'dns_tunnel_slow');
  t.true(found.some(({ severity }) => severity === 'high'));
  t.true(found.every(({ subject }) => subject === 'status-feed.com'));
});

test('exclusions by name and by client, and switching a detector off, are heeded', (t) => {
  const rows = tunnel('dnscat2', new SeededRandom(7));
  for (const exclusions of [
    [{ name: '*.update-check.example', client: null }],
    [{ name: null, client: '192.0.2.10' }],
    [{ name: 'update-check.example', client: '192.0.2.0/28' }],
  ]) {
    t.deepEqual(alerts(detect(rows, { settings: { exclusions } })), []);
  }
  const others = [
    { name: 'update-check.example', client: '192.0.2.11' },
    { name: 'check.example', client: null },
    { name: null, client: '192.0.2.128/25' },
    { name: null, client: '2001:db8::/32' },
  ];
  t.not(alerts(detect(rows, { settings: { exclusions: others } })).length, 0);
  t.deepEqual(alerts(detect(rows, { settings: { disabled: ['dns_tunnel'] } })), []);
});

test('replayed rows give the same sightings', (t) => {
  const rows = tunnel('dnstt', new SeededRandom(8));
  t.deepEqual(detect(rows), detect(rows));
});

test('a threshold that is set higher is heeded', (t) => {
  const tunnelFast = { ...defaultSettings.tunnelFast, uniqueNames: 1_000, totalPayload: 1e9 };
  t.deepEqual(alerts(detect(tunnel('dnscat2-idle', new SeededRandom(9)), { settings: { tunnelFast } })), []);
});
