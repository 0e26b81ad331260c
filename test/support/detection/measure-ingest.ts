import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '@sonde/shared/batch/row.ts';
import type { Detector } from '../../../collector/domain/detection/detector.ts';
import { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import { migrate } from '../../../collector/storage/clickhouse/migrations/migrate.ts';
import { ClickHouseRowStore } from '../../../collector/storage/clickhouse/row-store.ts';
import { FileSpool } from '../../../collector/storage/spool/file-spool.ts';
import { startTestClickHouse } from '../engines/clickhouse.ts';
import { binaryBatch, binaryUpload } from '../ingest/uploads.ts';
import { wholeIngest } from '../ingest/whole-ingest.ts';
import { silentLog as log } from '../silent-log.ts';
import { until } from '../until.ts';

export interface IngestCost {
  readonly name: string;
  /** Of the whole way: an upload's check, spool, detection, the engine's insert. */
  readonly wallMicroseconds: number;
  /** Processor time of the collector's own process, and of that and the engine's together. */
  readonly ownMicroseconds: number;
  readonly allMicroseconds: number;
}

/** Microseconds a tick of /proc/<pid>/stat (proc(5)). */
const tick = 10_000;

/**
 * Sends the same rows through ingest, spool, detection and an embedded ClickHouse, with each set of detectors in turn, each
 * first as often as any other, so that a busy machine spoils all of them alike. Medians of the rounds, microseconds a row.
 * `batches` make `rows` in all; they are taken one by one, so that nobody need keep them: a heap full of rows would be
 * walked over whenever what is measured makes garbage.
 */
export async function measureIngest(
  batches: Iterable<readonly Row[]>,
  rows: number,
  variants: readonly { readonly name: string; readonly detectors: () => readonly Detector[] }[],
  rounds: number,
): Promise<IngestCost[]> {
  const uploads: Buffer[] = [];
  for (const batch of batches) uploads.push(await binaryBatch(batch));
  const test = await startTestClickHouse();
  const clickhouse = new ClickHouse({ socketPath: test.engine.socketPath });
  try {
    await migrate({ clickhouse, log });
    const store = new ClickHouseRowStore(clickhouse);
    const runs = variants.map((): Run[] => []);
    const enginePid = test.engine.pid()!;
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < variants.length; turn++) {
        const index = (round + turn) % variants.length;
        const directory = join(test.directory, `spool-${round}-${index}`);
        const detectors = variants[index]!.detectors();
        runs[index]!.push(await oneRun(uploads, detectors, { store, enginePid, directory }));
      }
    }
    return variants.map(({ name }, index) => ({
      name,
      wallMicroseconds: median(runs[index]!.map(({ wall }) => wall)) / rows,
      ownMicroseconds: median(runs[index]!.map(({ own }) => own)) / rows,
      allMicroseconds: median(runs[index]!.map(({ own, engine }) => own + engine)) / rows,
    }));
  } finally {
    await clickhouse.close();
    await test.dispose();
  }
}

/** Microseconds of one run. */
interface Run {
  readonly wall: number;
  readonly own: number;
  readonly engine: number;
}

async function oneRun(
  uploads: readonly Buffer[],
  detectors: readonly Detector[],
  { store, enginePid, directory }: { store: ClickHouseRowStore; enginePid: number; directory: string },
): Promise<Run> {
  const spool = await FileSpool.open(directory);
  const { storer, ingest } = wholeIngest({ spool, rows: store, detectors });
  await storer.start();
  const engineBefore = processorTime(enginePid);
  const processorBefore = process.cpuUsage();
  const started = performance.now();
  for (const upload of uploads) await ingest.accept(binaryUpload(upload));
  await until(() => spool.bytes === 0, 300_000);
  const wall = (performance.now() - started) * 1_000;
  const { user, system } = process.cpuUsage(processorBefore);
  await storer.stop();
  return { wall, own: user + system, engine: processorTime(enginePid) - engineBefore };
}

/** Microseconds that a process and its threads have used so far. */
function processorTime(pid: number): number {
  // Behind the name in parentheses; utime and stime are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
