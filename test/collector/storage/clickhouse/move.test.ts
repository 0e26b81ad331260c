import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { TrafficGenerator } from '../../../../collector/bench/generate-traffic.ts';
import type { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { oneMachine } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { movedTables, moveTables } from '../../../../collector/storage/clickhouse/move/move-tables.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { allModes, startTestStores, type TestStores } from '../../../support/engines/clickhouse-modes.ts';
import { distributedTopology } from '../../../support/engines/distributed-clickhouse.ts';

let stores: TestStores<(typeof allModes)[number]>;
const from = Date.UTC(2026, 0, 31, 12);
const to = from + 2 * 86_400_000;

test.before(async () => {
  stores = await startTestStores(allModes);
  const generator = new TrafficGenerator({ seed: 8, questions: 300, clients: 30, locations: [1, 2] });
  const path = join(stores.engine.directory, 'rows');
  await writeFile(path, generator.rows(4_000, from, to));
  await new ClickHouseRowStore(stores.clickhouse.embedded).insertFile(path, 'all');
});

test.after.always(() => stores.dispose());

const contents = async (clickhouse: ClickHouse): Promise<unknown[]> => {
  const scope = { locationIds: [1, 2], from: new Date(from), to: new Date(to) };
  const traffic = createClickHouseStores(clickhouse).traffic;
  const shape = { bucketSeconds: 3_600, latencyBucketSeconds: 3_600, top: 50 };
  const { totals, topNames } = await traffic.overview(scope, shape);
  const counts: unknown[] = [totals, topNames];
  for (const table of movedTables) {
    const column = {
      queries: 'count()',
      passive_dns: 'sum(sightings)',
      passive_dns_by_data: 'sum(sightings)',
    };
    const counted = (column as Record<string, string>)[table] ?? 'count() > 0';
    counts.push(await clickhouse.query(`SELECT ${counted} AS counted FROM ${table}`));
  }
  return counts;
};

test.serial('a move that is cut off again and again ends with everything there once', async (t) => {
  const { embedded, server } = stores.clickhouse;
  const move = { from: embedded, to: server, topology: oneMachine };
  let cuts = 0;
  for (let after = 0; ; after += 3) {
    let partitions = 0;
    try {
      await moveTables({
        ...move,
        progress: () => {
          if (++partitions > after) throw new Error('cut off');
        },
      });
      break;
    } catch (error) {
      t.is((error as Error).message, 'cut off');
      cuts++;
    }
  }
  t.true(cuts > 2);
  t.deepEqual(await contents(server), await contents(embedded));
  const lines: string[] = [];
  const { rows, partitions } = await moveTables({ ...move, progress: (line) => lines.push(line) });
  for (const [index, line] of lines.entries())
    t.true(line.endsWith(`rows, moved before (${index + 1} of ${partitions} partitions)`), line);
  t.is(lines.length, partitions);
  t.true(rows > 4_000);
  t.deepEqual(await contents(server), await contents(embedded));
});

test.serial('every table that keeps anything is moved', async (t) => {
  const tables = await stores.clickhouse.embedded.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN ('migrations', 'moves')",
  );
  t.deepEqual(tables.map(({ name }) => name).sort(), [...movedTables].sort());
});

test.serial('a partition whose last step was not written down is not moved twice', async (t) => {
  const { embedded, server } = stores.clickhouse;
  await server.command("ALTER TABLE moves DELETE WHERE state = 'done' AND table IN ('queries', 'domains')");
  await moveTables({ from: embedded, to: server, topology: oneMachine, progress: () => {} });
  t.deepEqual(await contents(server), await contents(embedded));
});

test.serial(
  'a partition that was copied to another server of the cluster is not copied once more',
  async (t) => {
    const { embedded, server } = stores.clickhouse;
    const before = await contents(server);
    await server.command(
      "ALTER TABLE moves UPDATE server = 'another', state = 'copied' WHERE table = 'domains'",
      {},
      { mutations_sync: '1' },
    );
    const move = moveTables({ from: embedded, to: server, topology: oneMachine, progress: () => {} });
    await t.throwsAsync(move, { message: 'domains all may be at another already: go on with that server.' });
    t.deepEqual(await contents(server), before);
  },
);

test.serial('the shard of a cluster takes rows too', async (t) => {
  const { embedded, distributed } = stores.clickhouse;
  await moveTables({ from: embedded, to: distributed, topology: distributedTopology, progress: () => {} });
  t.deepEqual(await contents(distributed), await contents(embedded));
});
