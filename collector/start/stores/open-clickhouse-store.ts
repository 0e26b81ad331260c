import type { Log } from '@sonde/shared/system/log.ts';
import { ClickHouse, type ClickHouseAddress } from '../../storage/clickhouse/clickhouse.ts';
import { migrate } from '../../storage/clickhouse/migrations/migrate.ts';
import { type Topology, topologyOf } from '../../storage/clickhouse/migrations/topology.ts';
import type { Engine } from '../begin-engines.ts';
import type { Stage } from '../stage.ts';

export interface ClickHousePlace {
  readonly engine: Pick<Engine<ClickHouseAddress>, 'address' | 'beginAnew'>;
  /** The cluster of the server's configuration that the tables lie on; one machine if it is undefined. */
  readonly cluster: string | undefined;
  /** Runs work while no other collector does the same; undefined if there is no other. */
  readonly alone?: ((work: () => Promise<void>) => Promise<void>) | undefined;
  readonly log: Log;
}

/** Milliseconds that one statement of the schema may take: some go over all that is stored. */
const longestStep = 12 * 3_600_000;

/** Opens ClickHouse as soon as it is there, with this program's schema. */
export async function openClickHouseStore(
  { engine, cluster, alone, log }: ClickHousePlace,
  stage: Stage,
): Promise<{ clickhouse: ClickHouse; topology: Topology }> {
  const address = await engine.address;
  const applied = await bringUpToDate(address, { cluster, alone, log });
  // A process that altered tables is none that takes rows, whatever else it may hold of how they were.
  if (applied > 0) await engine.beginAnew();
  const clickhouse = new ClickHouse(address);
  stage.add('ClickHouse connections', { stop: () => clickhouse.close() });
  return { clickhouse, topology: topologyOf(cluster) };
}

async function bringUpToDate(
  address: ClickHouseAddress,
  options: Pick<ClickHousePlace, 'cluster' | 'alone' | 'log'>,
): Promise<number> {
  const clickhouse = new ClickHouse(address);
  const patient = new ClickHouse(address, { requestMilliseconds: longestStep, connections: 1 });
  try {
    return await migrate({ clickhouse, patient, ...options });
  } finally {
    await patient.close();
    await clickhouse.close();
  }
}
