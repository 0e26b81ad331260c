import test from 'ava';
import type { PassiveDns } from '../../../../collector/ports/traffic/passive-dns.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import type { RowRecord } from '../../../../shared/batch/row.ts';
import { allModes, inEachMode } from '../../../support/engines/clickhouse-modes.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';

inEachMode(allModes, (mode, stores) => {
  let clickhouse: ClickHouse;
  let passive: PassiveDns;

  const noon = Date.UTC(2026, 0, 15, 12);
  const answer = (name: string, type: number, data: string): RowRecord => ({
    section: 'answer',
    name,
    type,
    ttl: 60,
    data,
  });

  test.serial.before(async () => {
    clickhouse = stores().clickhouse[mode];
    passive = createClickHouseStores(clickhouse).passiveDns;
    const rows = stores().rows[mode];
    const at = (seconds: number, records: RowRecord[]): ReturnType<typeof makeRow> =>
      makeRow({ observedAt: (noon + seconds * 1_000) * 1_000, records });
    const first = [
      at(0, [
        answer('www.example.com', 5, 'edge.example.net'),
        answer('edge.example.net', 1, '198.51.100.7'),
      ]),
      at(10, [
        answer('www.example.com', 5, 'edge.example.net'),
        answer('edge.example.net', 1, '198.51.100.8'),
      ]),
      at(20, [
        answer('example.com', 2, 'ns1.example.org'),
        answer('example.com', 46, 'a signature'),
        { section: 'authority', name: 'example.com', type: 2, ttl: 60, data: 'ns2.example.org' },
        { section: 'authority', name: 'example.com', type: 6, ttl: 60, data: 'a start of authority' },
        { section: 'additional', name: 'ns1.example.org', type: 1, ttl: 60, data: '203.0.113.1' },
      ]),
      { ...at(30, [answer('printer.local', 1, '192.0.2.9')]), nameService: 'mdns' as const },
      { ...at(30, [answer('refused.example', 1, '192.0.2.9')]), responseCode: 5 },
    ];
    await rows.insertFile(await writeRows(stores().engine.directory, first, { locationId: 1 }), 'first');
    const second = [at(7_200, [answer('edge.example.net', 1, '198.51.100.7')])];
    const path = await writeRows(stores().engine.directory, second, { locationId: 2 });
    await rows.insertFile(path, 'second');
    await rows.insertFile(path, 'second');
  });

  test(`${mode}: an export has every record of a location once, and says of each other table why not`, async (t) => {
    const { accountTraffic } = createClickHouseStores(clickhouse);
    const read = async (locationIds: number[]) => {
      const records = [];
      for await (const some of accountTraffic.passiveDns(locationIds, new AbortController().signal))
        records.push(...some);
      return records.toSorted((a, b) => (`${a.name} ${a.data}` < `${b.name} ${b.data}` ? -1 : 1));
    };
    t.deepEqual(await read([2]), [
      {
        location_id: 2,
        name: 'edge.example.net',
        type: 1,
        data: '198.51.100.7',
        first_seen: '2026-01-15T14:00:00.000Z',
        last_seen: '2026-01-15T14:00:00.000Z',
        count: 1,
      },
    ]);
    const [first, second] = (await read([1])).filter(({ type }) => type === 5);
    t.is(second, undefined);
    t.like(first, {
      first_seen: '2026-01-15T12:00:00.000Z',
      last_seen: '2026-01-15T12:00:10.000Z',
      count: 2,
    });
    const tables = await clickhouse.query<{ name: string }>(
      `SELECT DISTINCT replaceRegexpOne(table, '_local$', '') AS name FROM system.columns
       WHERE database = currentDatabase() AND name = 'location_id'
         AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
       ORDER BY name`,
    );
    const known = [
      'queries',
      'passive_dns',
      'encrypted_flows',
      ...accountTraffic.leftOut.map(({ name }) => name),
    ];
    t.deepEqual(tables.map(({ name }) => name).toSorted(), known.toSorted());
  });

  test(`${mode}: a name tells its data with the first and the last sight`, async (t) => {
    t.deepEqual(await passive.byName('www.example.com', { locationIds: [1], limit: 10 }), [
      {
        name: 'www.example.com',
        type: 5,
        data: 'edge.example.net',
        firstSeenAt: new Date(noon),
        lastSeenAt: new Date(noon + 10_000),
        count: 2,
      },
    ]);
  });

  test(`${mode}: data tell their names, over all locations asked for`, async (t) => {
    const record = { name: 'edge.example.net', type: 1, data: '198.51.100.7', firstSeenAt: new Date(noon) };
    t.deepEqual(await passive.byData('198.51.100.7', { locationIds: [1], limit: 10 }), [
      { ...record, lastSeenAt: new Date(noon), count: 1 },
    ]);
    t.deepEqual(await passive.byData('198.51.100.7', { locationIds: [1, 2], limit: 10 }), [
      { ...record, lastSeenAt: new Date(noon + 7_200_000), count: 2 },
    ]);
    t.deepEqual(await passive.byData('198.51.100.7', { locationIds: [3], limit: 10 }), []);
    t.deepEqual(await passive.byData("' OR 1 = 1 --", { locationIds: [1], limit: 10 }), []);
  });

  test(`${mode}: a suffix covers all names below`, async (t) => {
    const records = await passive.byName('example.com', { locationIds: [1], below: true, limit: 10 });
    t.deepEqual(records.map(({ name, type, data }) => `${name} ${type} ${data}`).sort(), [
      'example.com 2 ns1.example.org',
      'example.com 2 ns2.example.org',
      'www.example.com 5 edge.example.net',
    ]);
    t.is(
      (await passive.byName('example.com', { locationIds: [1], below: true, type: 5, limit: 10 })).length,
      1,
    );
    t.is((await passive.byName('example.com', { locationIds: [1], below: true, limit: 2 })).length, 2);
  });

  test(`${mode}: only what was seen lately, where that is asked`, async (t) => {
    const filter = { locationIds: [1, 2], limit: 10, seenSince: new Date(noon + 60_000) };
    t.deepEqual(
      (await passive.byName('edge.example.net', filter)).map(({ data }) => data),
      ['198.51.100.7'],
    );
  });

  test(`${mode}: other name services, failures and glue are no facts about the DNS`, async (t) => {
    for (const data of ['192.0.2.9', '203.0.113.1', 'a signature', 'a start of authority']) {
      t.deepEqual(await passive.byData(data, { locationIds: [1], limit: 10 }), [], data);
    }
  });
});
