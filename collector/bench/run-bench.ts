import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import type { RowStore } from '../ports/ingest/row-store.ts';
import { type BenchPeriod, type BenchStores, benchQuestions } from './bench-questions.ts';
import { dayCurve } from './day-curve.ts';
import { TrafficGenerator } from './generate-traffic.ts';
import { PseudoRandom } from './pseudo-random.ts';

export interface BenchPlan {
  readonly rows: number;
  readonly batchRows: number;
  readonly days: number;
  /** Each question is asked this often. */
  readonly repetitions: number;
  /** For files of rows; they are left there. */
  readonly directory: string;
  /** Ends the run early: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface BenchParts {
  readonly rows: RowStore;
  readonly stores: BenchStores;
  /** Lets the engine insert the files of a directory by itself, in one statement into the same tables elsewhere. */
  readonly plainInsert: (files: string) => Promise<void>;
  /** Bytes on disk by table. */
  readonly tableBytes: () => Promise<Map<string, number>>;
  readonly progress: (line: string) => void;
}

export interface BenchReport {
  readonly rows: number;
  readonly ingest: {
    readonly rowsPerSecond: number;
    /** The engine by itself, on the first part of the same rows. */
    readonly plainRowsPerSecond: number;
    readonly eventLoopDelayP99Ms: number;
  };
  readonly bytesPerRow: Readonly<Record<string, number>> & { readonly total: number };
  readonly latenciesMs: readonly { question: string; p50: number; p95: number; max: number }[];
}

/** Inserts at a time: the embedded engine has two sessions for them. */
const inserts = 2;
const locationIds = [1, 2, 3];
const questions = 200_000;
/** Rows that the engine inserts by itself, at most; they are kept as files until then. */
const plainRows = 1_000_000;

/** Measures ingest, size and answers on generated traffic, and the engine by itself on the same rows. */
export async function runBench(plan: BenchPlan, parts: BenchParts): Promise<BenchReport> {
  const to = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const period: BenchPeriod = { locationIds, from: to - plan.days * 86_400_000, to, questions };
  const generator = new TrafficGenerator({ seed: 1, questions, clients: 2_000, locations: locationIds });
  const curve = dayCurve(period.from, period.to);
  const batches = Math.ceil(plan.rows / plan.batchRows);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let seconds = 0;
  let worstDelay = 0;
  let keptRows = 0;
  const insertBatches = async (indexes: readonly number[]): Promise<void> => {
    plan.signal?.throwIfAborted();
    const files: { path: string; token: string }[] = [];
    for (const index of indexes) {
      const bytes = generator.rows(plan.batchRows, curve(index / batches), curve((index + 1) / batches));
      const keep = keptRows < plainRows && index < batches;
      const path = join(plan.directory, keep ? `plain-${index}.rows` : `batch-${index % inserts}.rows`);
      await writeFile(path, bytes);
      if (keep) keptRows += plan.batchRows;
      files.push({ path, token: `bench-${index}` });
    }
    delay.reset();
    delay.enable();
    const start = performance.now();
    await Promise.all(files.map(({ path, token }) => parts.rows.insertFile(path, token)));
    seconds += (performance.now() - start) / 1_000;
    delay.disable();
    worstDelay = Math.max(worstDelay, delay.percentile(99) / 1e6);
  };
  for (let index = 0; index < batches; index += inserts) {
    const count = Math.min(inserts, batches - index);
    await insertBatches(Array.from({ length: count }, (_, offset) => index + offset));
    if (index % 10 === 0)
      parts.progress(`${((index + count) * plan.batchRows).toLocaleString('en')} rows stored`);
  }
  const rows = batches * plan.batchRows;
  const rowsPerSecond = Math.round(rows / seconds);

  parts.progress('The engine inserts the same rows by itself');
  const start = performance.now();
  await parts.plainInsert(join(plan.directory, 'plain-*.rows'));
  const plainRowsPerSecond = Math.round(keptRows / ((performance.now() - start) / 1_000));

  const bytesPerRow = perRow(await parts.tableBytes(), rows);
  const latenciesMs: { question: string; p50: number; p95: number; max: number }[] = [];
  let next = batches;
  for (const question of benchQuestions) {
    const random = new PseudoRandom(5);
    const times: number[] = [];
    for (let repetition = 0; repetition < plan.repetitions; repetition++) {
      plan.signal?.throwIfAborted();
      // Ingest goes on while questions are asked.
      const ingest = repetition % 5 === 0 ? insertBatches([next++]) : Promise.resolve();
      const asked = performance.now();
      await question.ask(parts.stores, period, random);
      times.push(performance.now() - asked);
      await ingest;
    }
    const at = (share: number): number => round(quantile(times, share));
    latenciesMs.push({ question: question.name, p50: at(0.5), p95: at(0.95), max: at(1) });
    parts.progress(`${question.name}: p95 ${at(0.95)} ms`);
  }
  return {
    rows,
    ingest: { rowsPerSecond, plainRowsPerSecond, eventLoopDelayP99Ms: round(worstDelay) },
    bytesPerRow,
    latenciesMs,
  };
}

function perRow(tables: ReadonlyMap<string, number>, rows: number): BenchReport['bytesPerRow'] {
  const result: Record<string, number> = {};
  let total = 0;
  for (const [table, bytes] of tables) {
    result[table] = round(bytes / rows);
    total += bytes;
  }
  return { ...result, total: round(total / rows) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
