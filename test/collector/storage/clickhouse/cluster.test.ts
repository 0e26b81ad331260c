import test from 'ava';
import { ClickHouse } from '../../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../../collector/storage/clickhouse/migrations/all.ts';
import { clusterTopology } from '../../../../collector/storage/clickhouse/migrations/topology.ts';
import { startTestClickHouse } from '../../../support/engines/clickhouse.ts';

/**
 * A cluster cannot be had in a test. What can: the engine creates every replicated table, view and distributed table
 * with a Keeper inside of it, once the part of the statement that asks a cluster to do it is taken off.
 */
test('the tables of a cluster are made', async (t) => {
  const engine = await startTestClickHouse({ testKeeper: true });
  t.teardown(() => engine.dispose());
  const clickhouse = new ClickHouse({ socketPath: engine.engine.socketPath }, { database: 'clustered' });
  await clickhouse.commandOutside('CREATE DATABASE clustered');
  const topology = clusterTopology('sonde');
  for (const migration of migrations) {
    for (const statement of migration.statements(topology)) {
      t.true(statement.includes(' ON CLUSTER sonde'), statement);
      await clickhouse.command(statement.replace(' ON CLUSTER sonde', ''));
    }
  }
  const tables = await clickhouse.query<{ name: string; engine: string }>(
    "SELECT name, engine FROM system.tables WHERE database = 'clustered' ORDER BY name",
  );
  const distributed = tables
    .filter(({ engine }) => engine === 'Distributed')
    .map(({ name }) => `${name}_local`);
  const replicated = tables.filter(({ engine }) => engine.startsWith('Replicated')).map(({ name }) => name);
  t.deepEqual(distributed.sort(), replicated.sort());
  t.true(replicated.includes('queries_local') && replicated.length >= 10);
  await clickhouse.close();
});

test('a cluster has a plain name', (t) => {
  for (const name of ['', "x'", 'a b', '{cluster}', '1'])
    t.throws(() => clusterTopology(name), undefined, name);
});
