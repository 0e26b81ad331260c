import type { Log } from '@sonde/shared/system/log.ts';
import type { EngineProcess } from './engine-process.ts';

const firstDelayMilliseconds = 50;
const longestDelayMilliseconds = 10_000;
/** An engine that ran this long had a good start: the next fault begins with a short delay again. */
const goodRunMilliseconds = 60_000;

/** A supervisor keeps one engine process running until it is told to stop. */
export class Supervisor {
  readonly #start: () => Promise<EngineProcess>;
  readonly #log: Log;
  #process: EngineProcess | undefined;
  #ready = Promise.withResolvers<void>();
  #watching: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();
  #restarts = 0;
  #isBeginningAnew = false;

  constructor({ start, log }: { start: () => Promise<EngineProcess>; log: Log }) {
    this.#start = start;
    this.#log = log;
  }

  get restarts(): number {
    return this.#restarts;
  }

  pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves when a process serves; rejects after the stop. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Starts the first process; rejects if it does not come up. */
  async begin(): Promise<void> {
    this.#serve(await this.#start());
    this.#watching = this.#watch();
  }

  /** Ends the process and starts another at once; resolves when that one serves. */
  async beginAnew(): Promise<void> {
    await this.ready();
    const process = this.#process;
    if (process === undefined) return this.ready();
    this.#isBeginningAnew = true;
    this.#expectReady();
    const serving = this.ready();
    await process.stop();
    await serving;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const waiting = this.#ready;
    this.#expectReady();
    for (const { reject } of [waiting, this.#ready]) reject(new Error('ClickHouse was stopped'));
    await this.#process?.stop();
    await this.#watching;
    this.#process = undefined;
  }

  #expectReady(): void {
    this.#ready = Promise.withResolvers<void>();
    // Nobody may be waiting when it is rejected.
    this.#ready.promise.catch(() => {});
  }

  #serve(process: EngineProcess): void {
    this.#process = process;
    this.#ready.resolve();
  }

  async #watch(): Promise<void> {
    let delay = firstDelayMilliseconds;
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const reason = (await this.#process?.ended) ?? 'did not start';
      this.#process = undefined;
      if (this.#stopping.signal.aborted) return;
      if (this.#isBeginningAnew) {
        this.#isBeginningAnew = false;
        await this.#restart(0);
        continue;
      }
      this.#expectReady();
      this.#restarts++;
      if (performance.now() - startedAt > goodRunMilliseconds) delay = firstDelayMilliseconds;
      this.#log.error({ reason, delay }, 'The ClickHouse engine ended and is started again');
      await this.#restart(delay);
      delay = Math.min(delay * 2, longestDelayMilliseconds);
    }
  }

  async #restart(firstDelay: number): Promise<void> {
    let delay = firstDelay;
    while (!this.#stopping.signal.aborted) {
      await pause(delay, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      try {
        const process = await this.#start();
        if (this.#stopping.signal.aborted) return await process.stop();
        this.#serve(process);
        return;
      } catch (error) {
        this.#log.error({ error, delay }, 'The ClickHouse engine did not start');
        delay = Math.min(delay * 2, longestDelayMilliseconds);
      }
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
