import { randomUUID } from 'node:crypto';
import { createIngest } from '../../../collector/domain/traffic/ingest/accept.ts';
import { SetAsideBatches } from '../../../collector/domain/traffic/ingest/aside/set-aside-batches.ts';
import { Storer } from '../../../collector/domain/traffic/ingest/storer.ts';
import type { RowStore } from '../../../collector/ports/ingest/row-store.ts';
import type { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { createClickHouseStores } from '../../../collector/storage/clickhouse/stores.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import type { MemoryBatchRegistry } from '../fakes/fleet/batch-registry.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog as log } from '../silent-log.ts';
import { noFlows } from './no-flows.ts';
import { roomyLimits } from './roomy-limits.ts';

export interface AsideCollector {
  readonly spool: FileSpool;
  readonly storer: Storer;
  readonly ingest: ReturnType<typeof createIngest>;
  readonly aside: SetAsideBatches;
  readonly meter: ReturnType<typeof createTestMeter>;
  readonly retentions: Map<number, number>;
  /** The clock's distance from the machine's, in milliseconds. */
  readonly clock: { ahead: number };
}

/** The way of an upload to a real engine, with what is set aside on it; without HTTP and PostgreSQL. */
export async function startAsideCollector(given: {
  readonly directory: string;
  readonly registry: MemoryBatchRegistry;
  readonly clickhouse: ClickHouse;
  readonly rows?: RowStore;
  readonly collectorId?: string;
  readonly maxSpoolBytes?: number;
}): Promise<AsideCollector> {
  const { directory, registry, clickhouse, collectorId = 'this collector', maxSpoolBytes = 1e9 } = given;
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const spool = await FileSpool.open(directory);
  const meter = createTestMeter();
  const random = { bytes: () => Buffer.alloc(0), uuid: randomUUID };
  const finder = createClickHouseStores(clickhouse).finder;
  const rows = given.rows ?? new ClickHouseRowStore(clickhouse);
  const threats = { record: async () => [] };
  const storer = new Storer(
    { spool, registry, rows, finder, threats, detectors: [], random, meter, log, onThreat: () => {} },
    collectorId,
  );
  const ingest = createIngest(
    { acceptFlows: noFlows, spool, registry, agents: { identify: async () => 3 }, clock, random, meter },
    {
      ...roomyLimits,
      collectorId,
      maxSpoolBytes,
      backlog: () => storer.waiting,
      onAccepted: (batch) => storer.add(batch),
    },
  );
  const retentions = new Map<number, number>();
  const aside = new SetAsideBatches(
    { spool, registry, finder, locations: { retentions: async () => retentions }, random, clock, log },
    { collectorId, maxSpoolBytes, retentionDays: 90, onTakenUp: (group) => storer.takeUp(group) },
  );
  await storer.start();
  return { spool, storer, ingest, aside, meter, retentions, clock };
}
