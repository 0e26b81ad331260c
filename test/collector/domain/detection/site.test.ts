import test from 'ava';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { type DetectionSettings, defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { keepSites, recallSites } from '../../../../collector/domain/detection/site/keep-site.ts';
import { sizeFactor } from '../../../../collector/domain/detection/site/roles.ts';
import { SiteWatch } from '../../../../collector/domain/detection/site/site-watch.ts';
import type { Row } from '../../../../shared/batch/row.ts';
import { alerts, detect, storedBytes } from '../../../support/detection/stored.ts';
import { asked, denied, inOrder } from '../../../support/detection/traffic.ts';
import { FakeDetectionTuning } from '../../../support/fakes/threats/detection-tuning.ts';
import { silentLog } from '../../../support/silent-log.ts';

const location = 7;

/** A watch that has seen the rows. */
function watched(
  rows: readonly Row[],
  settings: DetectionSettings = defaultSettings,
  watch = new SiteWatch(),
) {
  const batch = new BatchRows(storedBytes(rows, location));
  while (batch.next()) watch.observe(batch, settings);
  return watch;
}

const rolesOf = (watch: SiteWatch) =>
  Object.fromEntries((watch.profiles()[0]?.roles ?? []).map(({ client, role }) => [client, role]));
const many = (count: number, make: (n: number) => Row) => Array.from({ length: count }, (_, n) => make(n));

test('roles are learned from what clients ask', (t) => {
  const rows = [
    ...many(200, (n) =>
      asked({
        at: n,
        client: '192.0.2.1',
        name: `www.site${n}.com`,
        change: { queryFlags: 0, responseFlags: 0x8400 },
      }),
    ),
    ...many(200, (n) =>
      asked({ at: n, client: '192.0.2.2', name: `site${n}.com`, type: n % 3 === 0 ? 'DS' : 'A' }),
    ),
    ...many(200, (n) =>
      asked({
        at: n,
        client: '192.0.2.25',
        name: `site${n}.com`,
        type: n % 2 === 0 ? 'MX' : 'TXT',
        answers: [],
      }),
    ),
    ...many(300, (n) => denied(n, `${n % 250}.0.20.10.in-addr.arpa`, '10.in-addr.arpa', '192.0.2.60')).map(
      (row) => ({ ...row, queryType: 12 }),
    ),
    ...many(3_000, (n) => asked({ at: n, client: '192.0.2.200', name: `www.site${n}.com` })),
    // Uploaded without flags.
    ...many(200, (n) =>
      asked({
        at: n,
        client: '192.0.2.8',
        name: `www.site${n}.com`,
        change: { queryFlags: 0, responseFlags: 0x8000 },
      }),
    ),
    ...many(500, (n) => asked({ at: n, client: '192.0.2.9', name: `www.site${n % 80}.com` })),
    asked({
      at: 1,
      client: '192.0.2.9',
      name: '_ldap._tcp.dc._msdcs.corp.example.com',
      type: 'SRV',
      answers: ['0 100 389 DC1.corp.example.com.'],
    }),
    asked({ at: 2, client: '192.0.2.9', name: 'dc1.corp.example.com', answers: ['10.0.0.5'] }),
  ];
  t.deepEqual(rolesOf(watched(inOrder(rows))), {
    '192.0.2.1': 'resolver',
    '192.0.2.2': 'resolver',
    '192.0.2.25': 'mail_server',
    '192.0.2.60': 'scanner',
    '192.0.2.200': 'shared',
    '10.0.0.5': 'domain_controller',
  });
});

test("the operator's word holds before what is learned, for a client or a network", (t) => {
  const watch = watched(many(200, (n) => asked({ at: n, name: `site${n}.com`, type: 'MX', answers: [] })));
  const client = '192.0.2.10';
  const said = (roles: DetectionSettings['site']['roles']) => ({
    ...defaultSettings,
    site: { ownZones: [], roles },
  });
  t.is(watch.roleOf(location, client, defaultSettings), 'mail_server');
  t.true(watch.isShared(location, client, defaultSettings));
  t.is(watch.roleOf(location, client, said([{ client: '192.0.2.0/24', role: 'scanner' }])), 'scanner');
  t.is(watch.roleOf(location, client, said([{ client, role: 'none' }])), undefined);
  t.is(watch.roleOf(location + 1, client, defaultSettings), undefined);
});

test('own zones are learned over half a day, and not from a name that is rebound', (t) => {
  const own = (hours: number) =>
    many(60, (n) =>
      asked({
        at: (n * hours * 3_600) / 60,
        client: `192.0.2.${n % 4}`,
        name: `host${n % 8}.corp.example-works.com`,
        answers: ['10.0.0.9'],
      }),
    );
  const zones = (rows: Row[]) => (watched(rows).profiles()[0]?.zones ?? []).map(({ zone }) => zone);
  t.deepEqual(zones(own(24)), ['example-works.com']);
  t.deepEqual(zones(own(6)), []);
  const rebound = many(60, (n) =>
    asked({
      at: n * 1_440,
      client: `192.0.2.${n % 4}`,
      name: `a${Math.floor(n / 2) % 8}.rebinder.net`,
      answers: [n % 2 === 0 ? '203.0.113.9' : '10.0.0.9'],
    }),
  );
  t.deepEqual(zones([...rebound, ...rebound.map((row) => ({ ...row, observedAt: row.observedAt + 1 }))]), []);

  // What is learned takes effect: names at home and in the office turn from public to private.
  const turning = many(40, (n) =>
    asked({
      at: 90_000 + n * 30,
      name: 'host1.corp.example-works.com',
      answers: [n % 2 === 0 ? '203.0.113.9' : '10.0.0.9'],
      ttl: 20,
    }),
  );
  t.deepEqual(alerts(detect(turning)), ['dns_rebinding medium example-works.com']);
  t.deepEqual(alerts(detect([...own(24), ...turning])), []);
});

test('a restart in the middle of a day forgets neither roles, own zones nor what is usual', async (t) => {
  const client = '192.0.2.10';
  const names = (from: number, count: number): Row[] =>
    many(count, (n) => denied(from + n * 0.1, `x${from}-${n}.crawled${n % 40}.com`, `crawled${n % 40}.com`));
  // A quarter of an hour at 150 failing names a minute.
  const morning = Array.from({ length: 16 }, (_, minute) => names(minute * 60, 150)).flat();
  const storm = names(3_600, 500);
  t.deepEqual(alerts(detect(storm)), [`nxdomain_storm low ${client}`], 'without a past');

  const before = new SiteWatch();
  detect(morning, { parts: { site: before } });
  const { siteProfiles } = new FakeDetectionTuning();
  await keepSites({ siteProfiles, siteWatch: before, collectorId: 'a' });
  const after = new SiteWatch();
  await recallSites({ siteProfiles, siteWatch: after, log: silentLog });
  t.deepEqual(after.profiles(), before.profiles());
  t.true(after.pastOf(location, client)! > 50);
  t.deepEqual(alerts(detect(storm, { parts: { site: after } })), []);
  // More than ten times what is usual still is a storm.
  const settings = { nxdomainStorm: { leastNames: 200, timesBaseline: 2 } };
  t.is(alerts(detect(names(7_200, 600), { parts: { site: after }, settings })).length, 1);

  const failing = {
    ...siteProfiles,
    read: async () => {
      throw new Error('the store is away');
    },
  };
  await t.notThrowsAsync(recallSites({ siteProfiles: failing, siteWatch: after, log: silentLog }));
});

test('thresholds of a whole location grow with its clients', (t) => {
  t.deepEqual([0, 1_999, 4_000, 10_000, 1_000_000].map(sizeFactor), [1, 1, 2, 5, 10]);
  const clients = many(5_000, (n) =>
    asked({ at: n * 0.01, client: `10.0.${n >> 8}.${n & 255}`, name: 'www.example.com' }),
  );
  const watch = watched(clients);
  const batch = new BatchRows(storedBytes([asked({ at: 60, name: 'www.example.com' })], location));
  batch.next();
  t.is(watch.observe(batch, defaultSettings).randomSubdomains.uniqueNames, 2_000);
});

test('what a role explains is a remark with the role in its evidence, and no more than that', (t) => {
  const rows = many(200, (n) => asked({ at: n, name: `site${n}.com`, type: 'MX', answers: [] }));
  const letters = 'qxzvkwjhpfbgmytrdcnl';
  const made = (n: number) =>
    Array.from({ length: 14 }, (_, at) => letters[(n * 7 + at * at * 3 + n * at) % letters.length]).join('');
  const invented = many(30, (n) => denied(300 + n, `${made(n)}.com`, 'com'));
  t.true(alerts(detect(invented)).length > 0, 'of anybody else');
  const sightings = detect([...rows, ...invented]).filter(({ type }) => type === 'dga');
  t.true(sightings.length > 0);
  t.true(
    sightings.every(({ severity, evidence }) => severity === 'info' && evidence?.role === 'mail_server'),
  );
});
