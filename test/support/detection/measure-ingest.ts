import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Row } from '@sonde/shared/batch/row.ts';
import type { Detector } from '../../../collector/domain/detection/detector.ts';
import { createIngest } from '../../../collector/domain/ingest/accept.ts';
import { Storer } from '../../../collector/domain/ingest/storer.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { startTestClickHouse } from '../engines/clickhouse.ts';
import { MemoryBatchRegistry } from '../fakes/batch-registry.ts';
import { createTestMeter } from '../meter.ts';
import { silentLog as log } from '../silent-log.ts';
import { until } from '../until.ts';
import { binaryBatch, binaryUpload } from '../uploads.ts';

const rowsPerBatch = 5_000;

export interface IngestCost {
  readonly name: string;
  /** Of the whole way: an upload's check, spool, detection, the engine's insert. The least of the runs: what others on the machine do can only add. */
  readonly wallMicroseconds: number;
  /** Of the collector's own process, without the engine's. */
  readonly processorMicroseconds: number;
}

/**
 * Sends the same rows through ingest, spool, detection and an embedded ClickHouse, with each set of detectors in turn, so
 * that a busy machine spoils all of them alike. Microseconds a row.
 */
export async function measureIngest(
  rows: readonly Row[],
  variants: readonly { readonly name: string; readonly detectors: () => readonly Detector[] }[],
  rounds: number,
): Promise<IngestCost[]> {
  const test = await startTestClickHouse();
  const clickhouse = new ClickHouse({ socketPath: test.engine.socketPath });
  try {
    await migrate({ clickhouse, log });
    const store = new ClickHouseRowStore(clickhouse);
    const wall = variants.map((): number[] => []);
    const processor = variants.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, variant] of variants.entries()) {
        const directory = join(test.directory, `spool-${round}-${index}`);
        const used = await oneRun(rows, variant.detectors(), store, directory);
        wall[index]!.push(used.wall / rows.length);
        processor[index]!.push(used.processor / rows.length);
      }
    }
    return variants.map(({ name }, index) => ({
      name,
      wallMicroseconds: Math.min(...wall[index]!),
      processorMicroseconds: Math.min(...processor[index]!),
    }));
  } finally {
    await clickhouse.close();
    await test.dispose();
  }
}

async function oneRun(
  rows: readonly Row[],
  detectors: readonly Detector[],
  store: ClickHouseRowStore,
  directory: string,
): Promise<{ wall: number; processor: number }> {
  const uploads: Buffer[] = [];
  for (let at = 0; at < rows.length; at += rowsPerBatch)
    uploads.push(await binaryBatch(rows.slice(at, at + rowsPerBatch)));
  const spool = await FileSpool.open(directory);
  const registry = new MemoryBatchRegistry();
  const random = { bytes: () => Buffer.alloc(0), uuid: randomUUID };
  const meter = createTestMeter();
  const storer = new Storer(
    {
      spool,
      registry,
      rows: store,
      threats: { record: async () => [] },
      detectors,
      random,
      meter,
      log,
      onThreat: () => {},
    },
    'measured',
  );
  const ingest = createIngest(
    { spool, registry, agents: { identify: async () => 3 }, clock: { now: Date.now }, random, meter },
    {
      collectorId: 'measured',
      maxSpoolBytes: 1e9,
      maxUploadBytes: 1e9,
      backlog: () => storer.waiting,
      maxBacklog: 1_000,
      registryDays: 30,
      retentionDays: 90,
      onAccepted: (batch) => storer.add(batch),
    },
  );
  await storer.start();
  const processorBefore = process.cpuUsage();
  const started = performance.now();
  for (const upload of uploads) await ingest.accept(binaryUpload(upload));
  await until(() => spool.bytes === 0, 300_000);
  const wall = (performance.now() - started) * 1_000;
  const { user, system } = process.cpuUsage(processorBefore);
  await storer.stop();
  return { wall, processor: user + system };
}
