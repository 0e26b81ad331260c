import { randomUUID } from 'node:crypto';
import type { Detector } from '../../../collector/domain/detection/detector.ts';
import { createIngest } from '../../../collector/domain/traffic/ingest/accept.ts';
import { Storer } from '../../../collector/domain/traffic/ingest/storer.ts';
import type { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import type { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { MemoryBatchRegistry } from '../fakes/fleet/batch-registry.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog as log } from '../silent-log.ts';
import { noFlows } from './no-flows.ts';
import { roomyLimits } from './roomy-limits.ts';

/** The way of an upload from its check to the store, without HTTP and without PostgreSQL; its storer is to be started. */
export function wholeIngest({
  spool,
  rows,
  detectors,
}: {
  readonly spool: FileSpool;
  readonly rows: ClickHouseRowStore;
  readonly detectors: readonly Detector[];
}) {
  const collectorId = 'test';
  const registry = new MemoryBatchRegistry();
  const random = { bytes: () => Buffer.alloc(0), uuid: randomUUID };
  const meter = createTestMeter();
  // Asked only of groups that the store refuses.
  const finder = { countStored: async () => 0 };
  const threats = { record: async () => [] };
  const storer = new Storer(
    { spool, registry, rows, finder, threats, detectors, random, meter, log, onThreat: () => {} },
    collectorId,
  );
  const agents = { identify: async () => 3 };
  const ingest = createIngest(
    { acceptFlows: noFlows, spool, registry, agents, clock: { now: Date.now }, random, meter },
    {
      ...roomyLimits,
      collectorId,
      backlog: () => storer.waiting,
      onAccepted: (batch) => storer.add(batch),
    },
  );
  return { storer, ingest };
}
