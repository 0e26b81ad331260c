import type { Log } from '../ports/system/log.ts';
import { ClickHouse, type ClickHouseAddress } from '../storage/clickhouse/clickhouse.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { clusterTopology, oneMachine, type Topology } from '../storage/clickhouse/migrations/topology.ts';
import type { Stage } from './stage.ts';

export interface ClickHousePlace {
  readonly address: Promise<ClickHouseAddress>;
  /** The cluster of the server's configuration that the tables lie on; one machine where it is undefined. */
  readonly cluster: string | undefined;
  /** Runs work while no other collector does the same; undefined where there is no other. */
  readonly alone?: ((work: () => Promise<void>) => Promise<void>) | undefined;
  readonly log: Log;
}

/** Milliseconds that one statement of the schema may take: some go over all that is stored. */
const longestStep = 12 * 3_600_000;

/** ClickHouse as soon as it is there, with this program's schema. */
export async function openClickHouseStore(
  { address, cluster, alone, log }: ClickHousePlace,
  stage: Stage,
): Promise<{ clickhouse: ClickHouse; topology: Topology }> {
  const clickhouse = new ClickHouse(await address);
  stage.add('ClickHouse connections', { stop: () => clickhouse.close() });
  const patient = new ClickHouse(await address, { requestMilliseconds: longestStep, connections: 1 });
  try {
    await migrate({ clickhouse, patient, log, cluster, alone });
  } finally {
    await patient.close();
  }
  return { clickhouse, topology: cluster === undefined ? oneMachine : clusterTopology(cluster) };
}
