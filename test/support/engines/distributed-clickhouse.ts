import type { RowStore } from '../../../collector/ports/ingest/row-store.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrations } from '../../../collector/storage/clickhouse/migrations/all.ts';
import { apply } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { clusterTopology, type Topology } from '../../../collector/storage/clickhouse/migrations/topology.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';

/** A way to a migrated database. */
export interface TestWay {
  readonly clickhouse: ClickHouse;
  readonly rows: RowStore;
  close(): Promise<void>;
}

const cluster = clusterTopology('sonde');
const own = (statement: string): string => statement.replace(' ON CLUSTER sonde', '');

/**
 * The tables of a cluster as far as one engine can have them: a shard's own, which are not replicated since the embedded
 * engine takes no inserts into those, and the ones over all shards, of which there is one.
 */
export const distributedTopology: Topology = {
  ...cluster,
  onCluster: '',
  engine: (family, _table, argument) => (argument === undefined ? family : `${family}(${argument})`),
  whole: () => 'MergeTree',
  spread: (table, shardingKey) => cluster.spread(table, shardingKey).map(own),
};

const database = 'distributed';

export async function migrateDistributed(socketPath: string): Promise<void> {
  const clickhouse = new ClickHouse({ socketPath }, { database });
  await clickhouse.commandOutside(`CREATE DATABASE ${database}`);
  for (const migration of migrations) await apply(clickhouse, migration, distributedTopology);
  await clickhouse.close();
}

/** Rows go into the shard that the collector is connected to, and questions to all of them. */
export function openDistributed(socketPath: string): TestWay {
  const clickhouse = new ClickHouse({ socketPath }, { database });
  return {
    clickhouse,
    rows: new ClickHouseRowStore(clickhouse, distributedTopology),
    close: () => clickhouse.close(),
  };
}
