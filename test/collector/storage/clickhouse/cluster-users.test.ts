import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { apply, migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { moveTables } from '../../../../collector/storage/clickhouse/move/move-tables.ts';
import { ClickHouseRetention } from '../../../../collector/storage/clickhouse/retention.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../../collector/storage/clickhouse/stores.ts';
import { startTestClickHouse } from '../../../support/engines/clickhouse.ts';
import { makeRow, writeRows } from '../../../support/engines/clickhouse-rows.ts';
import { makeConfinedClickHouse } from '../../../support/engines/confined-clickhouse.ts';
import { distributedTopology } from '../../../support/engines/distributed-clickhouse.ts';
import { silentLog as log } from '../../../support/silent-log.ts';

test('the users of a cluster may do what the program does, and no more', async (t) => {
  const users = new URL('../../../../deploy/clickhouse-cluster/users.d/sonde.xml', import.meta.url);
  const server = await makeConfinedClickHouse(users);
  t.teardown(() => server.dispose());
  const embedded = await startTestClickHouse();
  t.teardown(() => embedded.dispose());
  const from = new ClickHouse({ socketPath: embedded.engine.socketPath });
  t.teardown(() => from.close());
  await migrate({ clickhouse: from, log });
  const now = new Date(Date.UTC(2026, 5, 30, 12));
  const day = 86_400_000;
  const rows = [0, 3, 40].map((age) => makeRow({ observedAt: (now.getTime() - age * day) * 1_000 }));
  const path = await writeRows(server.directory, rows);
  await new ClickHouseRowStore(from).insertFile(path, 'before');

  const scope = {
    locationIds: [1],
    from: new Date(now.getTime() - 50 * day),
    to: new Date(now.getTime() + 1),
  };
  await server.as('sonde', async (url) => {
    const clickhouse = new ClickHouse({ url });
    t.teardown(() => clickhouse.close());
    await t.throwsAsync(clickhouse.commandOutside('CREATE DATABASE another'), {
      message: /Not enough privileges/,
    });
    await clickhouse.commandOutside('CREATE DATABASE sonde');
    for (const migration of migrations) await apply(clickhouse, migration, distributedTopology);
    await new ClickHouseRowStore(clickhouse, distributedTopology).insertFile(path, 'after');
    await moveTables({ from, to: clickhouse, topology: distributedTopology, progress: () => {} });
    const shape = { bucketSeconds: 86_400, latencyBucketSeconds: 86_400, top: 5 };
    const { totals } = await createClickHouseStores(clickhouse).traffic.overview(scope, shape);
    t.is(totals.queries, 6);
    const policy = { rowDays: 30, rollupDays: 20, rowDaysByLocation: new Map([[1, 1]]) };
    const { dropped } = await new ClickHouseRetention(clickhouse, distributedTopology).enforce(policy, now);
    t.true(dropped.length > 5);
    t.deepEqual(await createClickHouseStores(clickhouse).storeHealth.brokenParts(), []);
  });

  await server.as('sonde_read', async (url) => {
    const clickhouse = new ClickHouse({ url });
    t.teardown(() => clickhouse.close());
    t.deepEqual(await clickhouse.query('SELECT sum(queries) AS queries FROM hour_names'), [{ queries: 4 }]);
    for (const [statement, reason] of [
      ['SELECT 1 SETTINGS max_memory_usage = 0', /max_memory_usage/],
      ['SELECT 1 SETTINGS max_execution_time = 600', /max_execution_time/],
      ['INSERT INTO hour_names_local (name) SELECT 1', /Not enough privileges/],
      ["SELECT * FROM remote('127.0.0.1', system.one)", /Not enough privileges/],
    ] as const) {
      await t.throwsAsync(clickhouse.query(statement), { message: reason }, statement);
    }
  });
});
