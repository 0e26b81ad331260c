import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TrafficGenerator, type TrafficShape } from '../generate-traffic.ts';
import type { CollectorProcess } from './collector-process.ts';
import type { ProcessorTime } from './processor-time.ts';
import { benchSender, type PreparedUpload, prepareUpload, send } from './uploads.ts';

export interface IngestReport {
  /** Rows a second through HTTP until the last was stored, and of the engine inserting the same rows from files. */
  readonly rowsPerSecond: number;
  readonly plainRowsPerSecond: number;
  /** Microseconds of processor time a row: of the collector, of the engines meanwhile and PostgreSQL's of that. */
  readonly collectorMicroseconds: number;
  readonly enginesMicroseconds: number;
  readonly postgresMicroseconds: number;
  /** Processor time of this process, which sends the rows, and of the engine by itself. */
  readonly senderMicroseconds: number;
  readonly plainMicroseconds: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly residentBytes: number;
}

export interface IngestPlan {
  readonly rows: number;
  readonly batchRows: number;
  readonly connections: number;
  readonly shape: TrafficShape;
  readonly locationKey: string;
  /** For files of rows. */
  readonly directory: string;
}

export interface IngestStore {
  /** Makes the same tables elsewhere, empty. */
  readonly preparePlain: () => Promise<void>;
  /** Lets the engine insert files of rows into those by itself, in one statement. */
  readonly plainInsert: (pattern: string) => Promise<void>;
  readonly storedRows: () => Promise<number>;
}

/**
 * Share of the rows that is sent before, others of the same kind: code is compiled and memory is filled once, as in any
 * program that has run for a while. The engine by itself, which comes last, is warm as well.
 */
const shareBefore = 0.3;

/** Sends all rows as fast as the collector accepts them, then gives the same rows to the engine by itself. */
export async function measureIngest(
  collector: CollectorProcess,
  plan: IngestPlan,
  store: IngestStore,
): Promise<IngestReport> {
  const generator = new TrafficGenerator(plan.shape);
  const sender = benchSender(plan.locationKey);
  const files = join(plan.directory, 'plain');
  const now = Date.now();
  const prepare = async (count: number, file?: string): Promise<PreparedUpload[]> => {
    const uploads: PreparedUpload[] = [];
    for (let index = 0; index * plan.batchRows < count; index++) {
      const rows = generator.rows(plan.batchRows, now - 3_600_000, now);
      if (file !== undefined) await writeFile(`${file}-${index}.rows`, rows);
      uploads.push(await prepareUpload(rows, sender));
    }
    return uploads;
  };
  const sendAll = async (uploads: PreparedUpload[]): Promise<void> => {
    const { url } = collector.listening;
    const expected = (await store.storedRows()) + uploads.length * plan.batchRows;
    const one = async (): Promise<void> => {
      for (let upload = uploads.pop(); upload !== undefined; upload = uploads.pop()) await send(url, upload);
    };
    await Promise.all(Array.from({ length: plan.connections }, one));
    while ((await store.storedRows()) < expected) await delay(50);
  };
  await sendAll(await prepare(plan.rows * shareBefore));
  const uploads = await prepare(plan.rows, files);
  const rows = uploads.length * plan.batchRows;
  await collector.ask('begin');
  const through = await timed(collector, () => sendAll(uploads));
  const observed = await collector.ask('end');
  await store.preparePlain();
  const plain = await timed(collector, () => store.plainInsert(`${files}-*.rows`));
  return {
    rowsPerSecond: rows / through.seconds,
    plainRowsPerSecond: rows / plain.seconds,
    collectorMicroseconds: (through.own * 1_000) / rows,
    enginesMicroseconds: (through.engines * 1_000) / rows,
    postgresMicroseconds: (through.postgres * 1_000) / rows,
    senderMicroseconds: (through.sender * 1_000) / rows,
    plainMicroseconds: (plain.engines * 1_000) / rows,
    ...observed,
  };
}

async function timed(
  collector: CollectorProcess,
  work: () => Promise<void>,
): Promise<ProcessorTime & { readonly seconds: number; readonly sender: number }> {
  const before = collector.processorTime();
  const senderBefore = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(senderBefore);
  const after = collector.processorTime();
  return {
    seconds,
    own: after.own - before.own,
    engines: after.engines - before.engines,
    postgres: after.postgres - before.postgres,
    sender: (user + system) / 1_000,
  };
}
