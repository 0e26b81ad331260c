import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TrafficShape } from '../generate-traffic.ts';
import { CollectorProcess } from './collector-process.ts';
import { type IngestReport, type IngestStore, measureIngest } from './measure-ingest.ts';
import { measureQuestions, type QuestionReport } from './measure-questions.ts';
import { pacedIngest } from './paced-ingest.ts';
import { type FillableStore, prepareStore, type StorePlan } from './prepare-store.ts';

export interface ApiBenchPlan extends StorePlan {
  readonly repetitions: number;
  /** Rows a second that go in while questions are asked. */
  readonly rate: number;
  /** Rows of the measurement of ingest alone; none if 0. */
  readonly ingestRows: number;
  readonly batchRows: number;
  readonly connections: number;
}

export interface ApiBenchParts {
  /** Opens the store of a running collector by its data directory. */
  readonly openStore: (dataDirectory: string) => Promise<OpenStore>;
  readonly progress: (line: string) => void;
  /** Ends the run early: it rejects with the signal's reason when what it started is stopped. */
  readonly signal: AbortSignal;
}

export interface OpenStore extends IngestStore, FillableStore {}

export interface ApiBenchReport {
  readonly storedRows: number;
  /** Time from a start on all that is stored to the open port. */
  readonly readyMs: number;
  readonly quiet: readonly QuestionReport[];
  readonly whileIngesting: readonly QuestionReport[];
  readonly rowsMeanwhile: number;
  /** Bytes of ClickHouse at their most, after the questions. */
  readonly clickhouseBytes: number;
  readonly ingest: IngestReport | undefined;
}

/** Questions are asked this often, and rows come in for this long, before anything counts. */
const warmingRepetitions = 5;
const warmingMilliseconds = 5_000;

/**
 * Asks a whole collector that holds a month of traffic through its API: at rest, while rows come in, and ingest by
 * itself.
 */
export async function runApiBench(plan: ApiBenchPlan, parts: ApiBenchParts): Promise<ApiBenchReport> {
  const dataDirectory = join(plan.directory, 'data');
  const { period, account } = await prepareStore(plan, dataDirectory, parts);
  const collector = await CollectorProcess.start(dataDirectory, { memory: plan.memory, days: plan.days });
  try {
    const store = await parts.openStore(dataDirectory);
    try {
      const { url, readyMs } = collector.listening;
      const shapeOf = (index: number): TrafficShape => ({
        seed: Date.now() + index,
        questions: period.questions,
        clients: period.clients,
        locations: [account.locationIds[index]!],
      });
      const ask = (repetitions: number, seed: number): Promise<QuestionReport[]> =>
        measureQuestions(collector, account.apiKey, period, { repetitions, seed }, parts.signal);
      // Code is compiled and caches are filled once, as in any program that has run for a while.
      await ask(warmingRepetitions, 1);
      const storedRows = await store.storedRows();
      parts.progress('Questions at rest');
      const quiet = await ask(plan.repetitions, 2);
      parts.progress(`Questions while ${plan.rate} rows/s come in`);
      const paced = pacedIngest({
        url,
        key: account.locationKeys[0]!,
        rowsPerSecond: plan.rate,
        shape: shapeOf(0),
      });
      await delay(plan.rate === 0 ? 0 : warmingMilliseconds, undefined, { signal: parts.signal });
      const whileIngesting = await ask(plan.repetitions, 3);
      const rowsMeanwhile = await paced.stop();
      const clickhouseBytes = collector.clickhouseBytes();
      parts.signal.throwIfAborted();
      if (plan.ingestRows > 0) parts.progress('Ingest by itself');
      const ingest =
        plan.ingestRows === 0
          ? undefined
          : await measureIngest(
              collector,
              {
                rows: plan.ingestRows,
                batchRows: plan.batchRows,
                connections: plan.connections,
                shape: shapeOf(1),
                locationKey: account.locationKeys[1]!,
                directory: plan.directory,
              },
              store,
            );
      return { storedRows, readyMs, quiet, whileIngesting, rowsMeanwhile, clickhouseBytes, ingest };
    } finally {
      await store.close();
    }
  } finally {
    await collector.stop();
  }
}
