import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dayCurve } from '../day-curve.ts';
import { TrafficGenerator, type TrafficShape } from '../generate-traffic.ts';
import { type BenchAccount, makeAccount } from './accounts.ts';
import type { AskedPeriod } from './api-questions.ts';
import { CollectorProcess } from './collector-process.ts';
import { type IngestReport, type IngestStore, measureIngest } from './measure-ingest.ts';
import { measureQuestions, type QuestionReport } from './measure-questions.ts';
import { pacedIngest } from './paced-ingest.ts';

export interface ApiBenchPlan {
  readonly rows: number;
  readonly days: number;
  readonly repetitions: number;
  /** Rows a second that go in while questions are asked. */
  readonly rate: number;
  /** Rows of the measurement of ingest alone; none if 0. */
  readonly ingestRows: number;
  readonly batchRows: number;
  readonly connections: number;
  /** Memory of ClickHouse, as the setting has it; the setting's default if undefined. */
  readonly memory: string | undefined;
  /** The collector's data; what an earlier run stored there is used again. */
  readonly directory: string;
}

export interface ApiBenchParts {
  /** Opens the store of a running collector by its data directory. */
  readonly openStore: (dataDirectory: string) => Promise<OpenStore>;
  readonly progress: (line: string) => void;
  /** Ends the run early: it rejects with the signal's reason when what it started is stopped. */
  readonly signal: AbortSignal;
}

export interface OpenStore extends IngestStore {
  readonly insertFile: (path: string, token: string) => Promise<void>;
  /** Merges rows of earlier days than that one, and facts, as the store does by itself some hours later. */
  readonly mergePast: (day: Date, progress: (done: number, all: number) => void) => Promise<void>;
  readonly close: () => Promise<void>;
}

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

interface Prepared {
  readonly period: AskedPeriod;
  readonly account: BenchAccount;
}

/** Questions are asked this often, and rows come in for this long, before anything counts. */
const warmingRepetitions = 5;
const warmingMilliseconds = 5_000;

const questions = 200_000;
const clients = 2_000;

/**
 * Asks a whole collector that holds a month of traffic through its API: at rest, while rows come in, and ingest by
 * itself.
 */
export async function runApiBench(plan: ApiBenchPlan, parts: ApiBenchParts): Promise<ApiBenchReport> {
  const dataDirectory = join(plan.directory, 'data');
  const { period, account } = await prepare(plan, dataDirectory, parts);
  const collector = await CollectorProcess.start(dataDirectory, { memory: plan.memory });
  try {
    const store = await parts.openStore(dataDirectory);
    try {
      const { url, readyMs } = collector.listening;
      const shapeOf = (index: number): TrafficShape => ({
        seed: Date.now() + index,
        questions,
        clients,
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
      const clickhouseBytes = await collector.clickhouseBytes();
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

/** The account, and the month of traffic, unless an earlier run left them. */
async function prepare(plan: ApiBenchPlan, dataDirectory: string, parts: ApiBenchParts): Promise<Prepared> {
  const note = join(plan.directory, 'prepared.json');
  const earlier = await readFile(note, 'utf8').catch(() => undefined);
  if (earlier !== undefined) return JSON.parse(earlier) as Prepared;
  const to = Date.now();
  const period = { from: to - plan.days * 86_400_000, to, questions, clients };
  const collector = await CollectorProcess.start(dataDirectory, { memory: plan.memory });
  try {
    const account = await makeAccount(collector.listening.url, collector.listening.adminKey);
    const store = await parts.openStore(dataDirectory);
    await fill(plan, { period, account }, store, parts);
    await store.close();
    await writeFile(note, JSON.stringify({ period, account }), { mode: 0o600 });
    return { period, account };
  } finally {
    await collector.stop();
  }
}

async function fill(
  plan: ApiBenchPlan,
  { period, account }: Prepared,
  store: OpenStore,
  { progress, signal }: ApiBenchParts,
): Promise<void> {
  const count = Math.min(100_000, plan.rows);
  const inserts = plan.rows === 0 ? 0 : Math.ceil(plan.rows / count);
  const generator = new TrafficGenerator({ seed: 1, questions, clients, locations: account.locationIds });
  const curve = dayCurve(period.from, period.to);
  const path = join(plan.directory, 'fill.rows');
  for (let index = 0; index < inserts; index++) {
    signal.throwIfAborted();
    await writeFile(path, generator.rows(count, curve(index / inserts), curve((index + 1) / inserts)));
    await store.insertFile(path, `fill-${index}`);
    if (index % 20 === 0) progress(`${((index + 1) * count).toLocaleString('en')} rows stored`);
  }
  await store.mergePast(new Date(period.to), (done, all) => {
    signal.throwIfAborted();
    if (done % 10 === 0) progress(`${done} of ${all} partitions merged`);
  });
}
