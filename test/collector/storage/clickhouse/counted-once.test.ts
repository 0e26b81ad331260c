import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { TrafficGenerator } from '../../../../collector/bench/generate-traffic.ts';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { migrate } from '../../../../collector/storage/clickhouse/migrations/migrate.ts';
import { alteredTables } from '../../../../collector/storage/clickhouse/migrations/renew-views.ts';
import { oneMachine } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../../collector/storage/clickhouse/row-store.ts';
import { startTestClickHouse } from '../../../support/engines/clickhouse.ts';
import { insertFormer } from '../../../support/engines/clickhouse-rows.ts';
import {
  differences,
  expectedRollups,
  type RollupRows,
  storedRollups,
} from '../../../support/engines/rollup-rows.ts';
import { silentLog as log } from '../../../support/silent-log.ts';

test('a group that is tried before the engine starts again and after it counts once, whatever migration came first', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const generator = new TrafficGenerator({ seed: 5, questions: 60, clients: 8, locations: [1, 2] });
  const from = Date.UTC(2026, 0, 31, 23);
  const path = join(engine.directory, 'group');
  await writeFile(path, generator.rows(120, from, from + 7_200_000));
  const insertAfter = async (number: number): Promise<RollupRows> => {
    const { socketPath } = engine.engine;
    const clickhouse = new ClickHouse({ socketPath }, { database: `after_${number}` });
    try {
      await migrate({ clickhouse, log, migrations: migrations.slice(0, number) });
      if (number < 20) await insertFormer(clickhouse, path, 'group');
      else await new ClickHouseRowStore(clickhouse).insertFile(path, 'group');
      return await storedRollups(clickhouse);
    } finally {
      await clickhouse.close();
    }
  };
  // Those that alter a view, the newest, and no others, since each takes a database of its own.
  const chosen = migrations.filter(
    ({ statements }, index) =>
      index === migrations.length - 1 ||
      alteredTables(statements(oneMachine)).some((name) => /_view$/.test(name)),
  );
  t.true(chosen.length > 3);
  const once: RollupRows[] = [];
  for (const { number } of chosen) once.push(await insertAfter(number));
  await engine.reopen();
  for (const [index, { name, number }] of chosen.entries())
    t.deepEqual(differences(await insertAfter(number), once[index]!), [], name);
  t.true(once.at(-1)!.size >= 10);
  // A group that a collector from before tried is tried again, with more columns, by the one that took its place.
  const { socketPath } = engine.engine;
  const upgraded = new ClickHouse({ socketPath }, { database: 'upgraded' });
  t.teardown(() => upgraded.close());
  await migrate({ clickhouse: upgraded, log, migrations: migrations.slice(0, 19) });
  await insertFormer(upgraded, path, 'group');
  await migrate({ clickhouse: upgraded, log });
  await new ClickHouseRowStore(upgraded).insertFile(path, 'group');
  t.deepEqual(differences(await storedRollups(upgraded), once.at(-1)!), []);
});

test('all tables are compared, and one row too many is told', async (t) => {
  const engine = await startTestClickHouse();
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath });
  t.teardown(() => clickhouse.close());
  await migrate({ clickhouse, log });
  const generator = new TrafficGenerator({ seed: 6, questions: 200, clients: 9, locations: [1] });
  const from = Date.UTC(2026, 1, 3, 7);
  for (const group of [1, 2, 3]) {
    const path = join(engine.directory, `${group}`);
    await writeFile(path, generator.rows(400, from, from + 3_600_000));
    await new ClickHouseRowStore(clickhouse).insertFile(path, `group ${group}`);
  }
  const expected = await expectedRollups(clickhouse);
  t.deepEqual(differences(await storedRollups(clickhouse), expected), []);
  await clickhouse.command('INSERT INTO traffic_minutes SELECT * FROM traffic_minutes LIMIT 1');
  await clickhouse.command('INSERT INTO hour_latencies SELECT * FROM hour_latencies LIMIT 1');
  const told = differences(await storedRollups(clickhouse), expected);
  t.deepEqual(
    told.map((line) => line.split(':')[0]),
    ['hour_latencies', 'traffic_minutes'],
  );
});
