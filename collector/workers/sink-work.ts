import type { Log } from '@sonde/shared/system/log.ts';
import type { MadeQueries, PrepareQueries } from '../domain/traffic/sinks/prepare-queries.ts';
import { ThreadPool } from './thread-pool.ts';

const program = new URL('./sink-worker.ts', import.meta.url);
/** Each sink has one task at a time. */
const mostWaiting = 256;
/** Milliseconds that one batch may take. */
const budget = 60_000;
const heap = 512;

/**
 * Sink work makes batches for sinks in one thread of low priority, so that neither ingest nor questions wait for it.
 */
export class SinkWork {
  readonly #pool: ThreadPool<PrepareQueries, MadeQueries>;

  constructor(log: Log) {
    this.#pool = new ThreadPool<PrepareQueries, MadeQueries>({
      name: 'threads for sinks',
      program,
      count: 1,
      log,
      tasksOfThread: 1,
      mostWaiting,
      graceMilliseconds: 0,
      heap,
    });
  }

  readonly prepare = (given: PrepareQueries, signal: AbortSignal): Promise<MadeQueries> =>
    this.#pool.run(given, { budget, signal, lane: given.sink });

  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
