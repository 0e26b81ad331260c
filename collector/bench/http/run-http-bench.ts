import autocannon from 'autocannon';
import { type ServerProcess, startServer } from './server-process.ts';
import { type ServerName, type Subject, subjects } from './subjects.ts';

export interface HttpBenchOptions {
  /** Rounds in which every subject has its turn. */
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly connections: number;
  /** For the collector's stores; removed by whoever made it. */
  readonly directory: string;
  /** Ends the run early: it rejects with the signal's reason when its servers are stopped. */
  readonly signal?: AbortSignal;
  readonly progress: (line: string) => void;
}

/**
 * A result has the medians of the rounds. Shares are those of the rounds: the machine's moods touch all turns of a
 * round alike.
 */
export interface HttpBenchResult {
  readonly title: string;
  /** Requests a second. */
  readonly perSecond: number;
  /** The share of bare Koa's requests a second. */
  readonly share: number;
  /** Microseconds of the server's processor time for one request. */
  readonly microseconds: number;
  /** Bare Koa's processor time as a share of that: what is left to compare on a busy machine. */
  readonly processorShare: number;
}

interface Turn {
  readonly perSecond: number;
  readonly microseconds: number;
}

type Servers = Readonly<Record<ServerName, ServerProcess>>;

/** Requests that a server has had before it is measured: by then its code is compiled. */
const warmUp = 20_000;

/**
 * Measures bare Koa's "hello" beside authenticated, validated, counted and logged GETs of the API, turn by turn: with
 * the store in memory, and of the whole collector, answered out of its memory and out of PostgreSQL.
 */
export async function runHttpBench(options: HttpBenchOptions): Promise<HttpBenchResult[]> {
  const servers: Partial<Record<ServerName, ServerProcess>> = {};
  try {
    for (const name of ['hello', 'memory', 'collector'] as const) {
      const program = new URL(`./${name}-child.ts`, import.meta.url);
      servers[name] = await startServer(program, [options.directory]);
    }
    return await measure(servers as Servers, options);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function measure(servers: Servers, options: HttpBenchOptions): Promise<HttpBenchResult[]> {
  const { rounds, secondsPerTurn, connections, signal, progress } = options;
  for (const subject of subjects) await turn(subject, servers, { amount: warmUp, connections });
  const turns: Turn[][] = [];
  for (let round = 1; round <= rounds; round++) {
    const ofRound: Turn[] = [];
    for (const subject of subjects) {
      signal?.throwIfAborted();
      const { perSecond, microseconds } = await turn(subject, servers, {
        duration: secondsPerTurn,
        connections,
      });
      progress(`${round} ${subject.title}: ${Math.round(perSecond)}/s, ${microseconds.toFixed(1)} µs each`);
      ofRound.push({ perSecond, microseconds });
    }
    turns.push(ofRound);
  }
  return subjects.map(({ title }, index) => {
    const each = (read: (turn: Turn, hello: Turn) => number) =>
      median(turns.map((ofRound) => read(ofRound[index]!, ofRound[0]!)));
    return {
      title,
      perSecond: each(({ perSecond }) => perSecond),
      share: each(({ perSecond }, hello) => perSecond / hello.perSecond),
      microseconds: each(({ microseconds }) => microseconds),
      processorShare: each(({ microseconds }, hello) => hello.microseconds / microseconds),
    };
  });
}

/** Throws if anything but success is answered. */
async function turn(
  { server: name, path }: Subject,
  servers: Servers,
  load: { amount: number; connections: number } | { duration: number; connections: number },
): Promise<Turn> {
  const server = servers[name];
  // Bare Koa gets the same requests, keys included, whoever they are for.
  const { keys } = name === 'hello' ? servers.memory : server;
  const requests = keys.map((key) => ({
    method: 'GET' as const,
    path,
    headers: { authorization: `Bearer ${key}` },
  }));
  const before = await server.processorTime();
  const result = await autocannon({ url: server.url, requests, ...load });
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
