import autocannon from 'autocannon';
import { type ServerProcess, startServer } from './server-process.ts';

export interface HttpBenchOptions {
  /** Rounds in which every server has its turn. */
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly connections: number;
  /** For the collector's stores; removed by whoever made it. */
  readonly directory: string;
  /** Ends the run early: it rejects with the signal's reason when its servers are stopped. */
  readonly signal?: AbortSignal;
  readonly progress: (line: string) => void;
}

export interface HttpBenchReport {
  /** Requests a second, the median of the rounds, of each server. */
  readonly perSecond: Readonly<Record<Subject, number>>;
  /** Share of bare Koa's, the median of the rounds' own shares: the machine's moods touch both of a round alike. */
  readonly share: Readonly<Record<Subject, number>>;
  /** Microseconds of the server's processor time for one request: what is left to compare on a busy machine. */
  readonly microseconds: Readonly<Record<Subject, number>>;
}

interface Turn {
  readonly perSecond: number;
  readonly microseconds: number;
}

export type Subject = 'hello' | 'memory' | 'collector';
const path = '/api/v1/dns-monitoring/locations';

/**
 * Bare Koa's "hello" beside an authenticated, validated, counted and logged GET of the API, turn by turn: once with its
 * store in memory and once with the whole collector behind it.
 */
export async function runHttpBench(options: HttpBenchOptions): Promise<HttpBenchReport> {
  const servers: Partial<Record<Subject, ServerProcess>> = {};
  try {
    for (const subject of ['hello', 'memory', 'collector'] as const) {
      const program = new URL(`./${subject}-child.ts`, import.meta.url);
      servers[subject] = await startServer(program, [options.directory]);
    }
    return await measure(servers as Record<Subject, ServerProcess>, options);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function measure(
  servers: Readonly<Record<Subject, ServerProcess>>,
  options: HttpBenchOptions,
): Promise<HttpBenchReport> {
  const subjects = Object.keys(servers) as Subject[];
  // Bare Koa gets the same requests, keys included, whoever they are for.
  const keysOf = (subject: Subject) => servers[subject === 'collector' ? 'collector' : 'memory'].keys;
  for (const subject of subjects) await turn(servers[subject], keysOf(subject), options);
  const rounds: Record<Subject, Turn>[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const turns: Partial<Record<Subject, Turn>> = {};
    for (const subject of subjects) {
      options.signal?.throwIfAborted();
      turns[subject] = await turn(servers[subject], keysOf(subject), options);
      const { perSecond, microseconds } = turns[subject];
      options.progress(`${round} ${subject}: ${Math.round(perSecond)}/s, ${microseconds.toFixed(1)} µs each`);
    }
    rounds.push(turns as Record<Subject, Turn>);
  }
  const each = (read: (turn: Turn, hello: Turn) => number) =>
    Object.fromEntries(
      subjects.map((subject) => [subject, median(rounds.map((turns) => read(turns[subject], turns.hello)))]),
    ) as Record<Subject, number>;
  return {
    perSecond: each(({ perSecond }) => perSecond),
    share: each(({ perSecond }, hello) => perSecond / hello.perSecond),
    microseconds: each(({ microseconds }) => microseconds),
  };
}

/** Throws where anything but success is answered. */
async function turn(
  server: ServerProcess,
  keys: readonly string[],
  options: HttpBenchOptions,
): Promise<Turn> {
  const requests = keys.map((key) => ({
    method: 'GET' as const,
    path,
    headers: { authorization: `Bearer ${key}` },
  }));
  const before = await server.processorTime();
  const result = await autocannon({
    url: server.url,
    connections: options.connections,
    duration: options.secondsPerTurn,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were failures, ${result.errors} requests had none`);
  }
  const spent = (await server.processorTime()) - before;
  return { perSecond: result.requests.average, microseconds: spent / result.requests.total };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
