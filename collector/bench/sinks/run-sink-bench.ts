import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '@sonde/shared/bench/quantile.ts';
import { mainThreadMilliseconds } from '@sonde/shared/system/processes.ts';
import { makeAccount } from '../api/accounts.ts';
import { CollectorProcess } from '../api/collector-process.ts';
import { benchSender, type PreparedUpload, prepareUpload, send } from '../api/uploads.ts';
import { TrafficGenerator } from '../generate-traffic.ts';

export interface SinkBenchPlan {
  /** Rows of each of the four stretches of a round. */
  readonly rows: number;
  readonly batchRows: number;
  readonly connections: number;
  readonly rounds: number;
  readonly directory: string;
}

export interface SinkBenchParts {
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A stretch's figures are of the time until the store had acknowledged its last row, but for those that say otherwise. */
export interface Stretch {
  readonly sinks: number;
  readonly rowsPerSecond: number;
  /** Microseconds of processor time a row: of the thread that takes uploads in, and of the whole process with its other threads. */
  readonly mainMicroseconds: number;
  readonly collectorMicroseconds: number;
  /** The same until the sinks had passed on all of it: they have a low priority, and lag behind where others want the processors. */
  readonly throughMicroseconds: number;
  /** Programs that wanted a processor when it began. */
  readonly load: number;
}

export interface SinkBenchReport {
  readonly stretches: readonly Stretch[];
  /** Medians of stretches with three sinks, as a share of those with none. */
  readonly shares: {
    readonly rowsPerSecond: number;
    readonly mainMicroseconds: number;
    readonly collectorMicroseconds: number;
    readonly throughMicroseconds: number;
  };
}

const presentations = ['json', 'ecs', 'ocsf'] as const;
/** None, three, three, none: what changes slowly meanwhile falls on both alike. */
const order = [false, true, true, false];

/**
 * Measures ingest with three sinks and without, in turns, in one collector. The sinks write files, so that nothing is measured but what the
 * collector does for them. Before each stretch they have passed on all of the one before.
 */
export async function runSinkBench(plan: SinkBenchPlan, parts: SinkBenchParts): Promise<SinkBenchReport> {
  const dataDirectory = join(plan.directory, 'data');
  const collector = await CollectorProcess.start(dataDirectory);
  try {
    const bench = await prepareBench(plan, collector);
    parts.progress('Warming');
    await bench.stretch({ rows: plan.rows, sinks: 0, signal: parts.signal });
    const stretches: Stretch[] = [];
    for (let round = 0; round < plan.rounds; round++)
      for (const withSinks of order) {
        parts.signal.throwIfAborted();
        if (withSinks) await bench.addSinks();
        const sinks = withSinks ? presentations.length : 0;
        const stretch = await bench.stretch({ rows: plan.rows, sinks, signal: parts.signal });
        parts.progress(`${stretch.sinks} sinks: ${Math.round(stretch.rowsPerSecond)} rows/s`);
        if (withSinks) await bench.removeSinks();
        stretches.push(stretch);
      }
    return { stretches, shares: sharesOf(stretches) };
  } finally {
    await collector.stop();
  }
}

async function prepareBench(plan: SinkBenchPlan, collector: CollectorProcess) {
  const { url, adminKey } = collector.listening;
  const account = await makeAccount(url, adminKey);
  const sender = benchSender(account.locationKeys[0]!);
  const generator = new TrafficGenerator({
    seed: Date.now(),
    questions: 50_000,
    clients: 500,
    locations: [account.locationIds[0]!],
  });
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/api/admin/sinks${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json().catch(() => undefined)) as Answer;
  };
  const metrics = async (): Promise<string> => await (await fetch(`${url}/metrics`)).text();
  /** Waits until the store has acknowledged all: its rows can be counted before, while rollups are still being written. */
  const acknowledged = async (signal: AbortSignal): Promise<void> => {
    while (!/^sonde_ingest_lag_seconds 0$/m.test(await metrics())) await delay(20, undefined, { signal });
  };
  /** Waits until no sink has anything left: where other programs want the processors, this takes its time. */
  const passedOn = async (signal: AbortSignal): Promise<void> => {
    while (/^sonde_sink_waiting_bytes\{.*\} [^0]/m.test(await metrics()))
      await delay(500, undefined, { signal });
  };
  return {
    async addSinks(): Promise<void> {
      for (const presentation of presentations)
        await call('POST', '', { name: presentation, kind: 'files', presentation, config: {} });
    },
    async removeSinks(): Promise<void> {
      for (const presentation of presentations) await call('DELETE', `/${presentation}`);
    },
    async stretch({
      rows: count,
      sinks,
      signal,
    }: {
      rows: number;
      sinks: number;
      signal: AbortSignal;
    }): Promise<Stretch> {
      const now = Date.now();
      const uploads: PreparedUpload[] = [];
      for (let index = 0; index * plan.batchRows < count; index++)
        uploads.push(await prepareUpload(generator.rows(plan.batchRows, now - 3_600_000, now), sender));
      const rows = uploads.length * plan.batchRows;
      const [load = 0] = loadavg();
      const times = () => ({
        main: mainThreadMilliseconds(collector.pid),
        own: collector.processorTime().own,
      });
      const before = times();
      const begun = performance.now();
      const one = async (): Promise<void> => {
        for (let upload = uploads.pop(); upload !== undefined; upload = uploads.pop())
          await send(url, upload);
      };
      await Promise.all(Array.from({ length: plan.connections }, one));
      await acknowledged(signal);
      const seconds = (performance.now() - begun) / 1_000;
      const stored = times();
      await passedOn(signal);
      return {
        sinks,
        rowsPerSecond: rows / seconds,
        mainMicroseconds: ((stored.main - before.main) * 1_000) / rows,
        collectorMicroseconds: ((stored.own - before.own) * 1_000) / rows,
        throughMicroseconds: ((times().own - before.own) * 1_000) / rows,
        load,
      };
    },
  };
}

function sharesOf(stretches: readonly Stretch[]): SinkBenchReport['shares'] {
  const median = (withSinks: boolean, value: (stretch: Stretch) => number): number =>
    quantile(stretches.filter(({ sinks }) => sinks > 0 === withSinks).map(value), 0.5);
  const share = (value: (stretch: Stretch) => number): number => median(true, value) / median(false, value);
  return {
    rowsPerSecond: share(({ rowsPerSecond }) => rowsPerSecond),
    mainMicroseconds: share(({ mainMicroseconds }) => mainMicroseconds),
    collectorMicroseconds: share(({ collectorMicroseconds }) => collectorMicroseconds),
    throughMicroseconds: share(({ throughMicroseconds }) => throughMicroseconds),
  };
}
