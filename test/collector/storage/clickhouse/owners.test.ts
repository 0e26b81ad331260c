import test from 'ava';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import type { Row, RowRecord } from '../../../../shared/batch/row.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { type MigratedDatabase, startMigratedDatabase } from '../../../support/engines/migrated-database.ts';
import { longForm, shortForm } from '../../../support/ingest/row-forms.ts';

const answer = (name: string, type: number, data: string): RowRecord => ({
  section: 'answer',
  name,
  type,
  ttl: 60,
  data,
});

const rows: Row[] = [
  makeRow({ queryName: 'spared.example', records: [answer('spared.example', 16, 'its own')] }),
  makeRow({
    queryName: 'spared.example',
    records: [answer('spared.example', 5, 'alias.example'), answer('alias.example', 16, "the alias's")],
  }),
  makeRow({ queryName: '.', records: [answer('.', 2, 'a.root.example')] }),
  makeRow({
    queryName: 'a.zone.example',
    records: [
      { ...answer('zone.example', 2, 'ns.zone.example'), section: 'authority' },
      { ...answer('.', 2, 'b.root.example'), section: 'authority' },
    ],
  }),
];

let database: MigratedDatabase;

test.before(async () => {
  database = await startMigratedDatabase();
  const { engine, clickhouse } = database;
  const store = new ClickHouseRowStore(clickhouse);
  const { directory } = engine;
  await store.insertFile(await writeRows(directory, rows, { locationId: 1, form: longForm }), 'long');
  await store.insertFile(await writeRows(directory, rows, { locationId: 2, form: shortForm }), 'short');
});

test.after.always(() => database?.dispose());

test('passive DNS is the same of rows that spell owners out and of those that spare them', async (t) => {
  const passive = createClickHouseStores(database.clickhouse).passiveDns;
  for (const [name, count] of Object.entries({
    'spared.example': 2,
    'alias.example': 1,
    '.': 2,
    'zone.example': 1,
  })) {
    const records = await passive.byName(name, { locationIds: [2], limit: 10 });
    t.is(records.length, count, name);
    t.deepEqual(records, await passive.byName(name, { locationIds: [1], limit: 10 }));
    for (const { data } of records) {
      const named = await passive.byData(data, { locationIds: [2], limit: 10 });
      t.deepEqual(
        named.map((record) => record.name),
        [name],
      );
    }
  }
  t.deepEqual(await passive.byName('', { locationIds: [1, 2], limit: 10 }), []);
});

test('rows are read with whole owners, however they were stored', async (t) => {
  const search = createClickHouseStores(database.clickhouse).querySearch;
  const range = { from: new Date(Date.UTC(2026, 0, 15)), to: new Date(Date.UTC(2026, 0, 16)) };
  const sorted = (found: readonly object[]): string[] => found.map((row) => JSON.stringify(row)).sort();
  for (const locationId of [1, 2]) {
    const expected = sorted(rows.map((row) => ({ locationId, agentId: 1, ...row })));
    const filter = { locationIds: [locationId], ...range };
    t.deepEqual(sorted((await search.search(filter, { limit: 100 })).queries), expected);
    const exported: object[] = [];
    for await (const queries of search.export(filter)) exported.push(...queries);
    t.deepEqual(sorted(exported), expected);
  }
});
