import type { Log } from '../ports/system/log.ts';
import { ClickHouse, type ClickHouseAddress } from '../storage/clickhouse/clickhouse.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { clusterTopology, oneMachine, type Topology } from '../storage/clickhouse/migrations/topology.ts';
import type { Stage } from './stage.ts';

export interface ClickHousePlace {
  readonly address: Promise<ClickHouseAddress>;
  /** The cluster of the server's configuration that the tables lie on; one machine where it is undefined. */
  readonly cluster: string | undefined;
  readonly log: Log;
}

/** ClickHouse as soon as it is there, with this program's schema. */
export async function openClickHouseStore(
  { address, cluster, log }: ClickHousePlace,
  stage: Stage,
): Promise<{ clickhouse: ClickHouse; topology: Topology }> {
  const clickhouse = new ClickHouse(await address);
  stage.add('ClickHouse connections', { stop: () => clickhouse.close() });
  await migrate({ clickhouse, log, cluster });
  return { clickhouse, topology: cluster === undefined ? oneMachine : clusterTopology(cluster) };
}
