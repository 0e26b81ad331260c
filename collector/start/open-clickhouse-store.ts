import { join } from 'node:path';
import type { Log } from '../ports/system/log.ts';
import { ClickHouse } from '../storage/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '../storage/clickhouse/embedded/start.ts';
import { migrate } from '../storage/clickhouse/migrations/migrate.ts';
import { clusterTopology, oneMachine, type Topology } from '../storage/clickhouse/migrations/topology.ts';
import type { Stage } from './stage.ts';

export interface ClickHousePlace {
  readonly url: string | undefined;
  /** The cluster of the server's configuration that the tables lie on; one machine where it is undefined. */
  readonly cluster: string | undefined;
  readonly dataDirectory: string;
  readonly memoryBytes: number;
  readonly log: Log;
}

/** ClickHouse, ours or the server that `url` names, with this program's schema. */
export async function openClickHouseStore(
  { url, cluster, dataDirectory, memoryBytes, log }: ClickHousePlace,
  stage: Stage,
): Promise<{ clickhouse: ClickHouse; topology: Topology }> {
  if (cluster !== undefined && url === undefined) {
    throw new RangeError('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL: the embedded engine is one machine.');
  }
  const topology = cluster === undefined ? oneMachine : clusterTopology(cluster);
  const address =
    url === undefined
      ? stage.add(
          'ClickHouse',
          await startEmbeddedClickHouse({
            dataDirectory: join(dataDirectory, 'clickhouse'),
            memoryBytes,
            log,
          }),
        )
      : { url };
  const clickhouse = new ClickHouse(address);
  stage.add('ClickHouse connections', { stop: () => clickhouse.close() });
  await migrate({ clickhouse, log, cluster });
  return { clickhouse, topology };
}
