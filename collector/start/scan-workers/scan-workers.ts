import { Worker } from 'node:worker_threads';
import type { ScanRun } from '../../domain/scan/run/run-scan.ts';
import type { DomainScan } from '../../ports/scans/domain-scan.ts';
import type { Log } from '../../ports/system/log.ts';
import { networkSettings } from '../create-scan-network.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts';

/** A worker that nobody needed for so long ends, and gives its memory back. */
const defaultIdleMilliseconds = 60_000;
/** MiB. A domain that makes a scan take more costs the scans of one thread, not the collector. */
const largestHeap = 1_024;
/** What a scan may take beyond its time until its thread counts as stuck: a scan ends by itself unless its thread does nothing else. */
const defaultGraceMilliseconds = 30_000;
const usualProgram = new URL('./scan-worker.ts', import.meta.url);

export interface ScanWorkersParts {
  /** Threads, at least one. */
  readonly count: number;
  readonly settings: WorkerSettings;
  readonly log: Log;
  readonly program?: URL;
  readonly idleMilliseconds?: number;
  readonly graceMilliseconds?: number;
}

interface Waiting {
  readonly resolve: (scan: DomainScan) => void;
  readonly reject: (error: Error) => void;
}

interface Running {
  readonly worker: Worker;
  readonly inHand: Map<number, Waiting>;
}

/**
 * Threads that scan in the background, so that bulk jobs have more than one core, and those who wait for answers of the
 * collector do not wait for scans. A thread begins when there is something to do.
 */
export class ScanWorkers {
  readonly #parts: ScanWorkersParts;
  #running: Running[] = [];
  #number = 0;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: ScanWorkersParts) {
    this.#parts = parts;
  }

  get running(): number {
    return this.#running.length;
  }

  /** Like runScan in a thread. Rejects where the thread comes to an end before the scan does, or where it is given up before. */
  run({ domain, scanners, trigger, budget, signal, onProgress }: ScanRun): Promise<DomainScan> {
    if (this.#isOver) return Promise.reject(new Error('The threads for scans have stopped.'));
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    clearTimeout(this.#idle);
    const { worker, inHand } = this.#choose();
    const number = this.#number++;
    const { promise, resolve, reject } = Promise.withResolvers<DomainScan>();
    inHand.set(number, { resolve, reject });
    const tell = (message: ToWorker) => worker.postMessage(message);
    const onAbort = () => tell({ kind: 'give up', number });
    signal?.addEventListener('abort', onAbort, { once: true });
    const { graceMilliseconds = defaultGraceMilliseconds, log } = this.#parts;
    const stuck = setTimeout(() => {
      log.error({ domain }, 'a thread for scans is stuck');
      void worker.terminate();
    }, budget + graceMilliseconds).unref();
    tell({ kind: 'scan', number, domain, checks: scanners.map(({ id }) => id), trigger, budget });
    return promise
      .then((scan) => {
        tellProgress(scan, onProgress);
        return scan;
      })
      .finally(() => {
        clearTimeout(stuck);
        signal?.removeEventListener('abort', onAbort);
        this.#restWhenIdle();
      });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#idle);
    await Promise.all(this.#running.map(({ worker }) => worker.terminate()));
  }

  /** The one with least to do; a new one while there may be more and all have something to do. */
  #choose(): Running {
    const least = this.#running.toSorted((one, other) => one.inHand.size - other.inHand.size)[0];
    if (least !== undefined && (least.inHand.size === 0 || this.#running.length >= this.#parts.count))
      return least;
    const begun = this.#begin();
    this.#running.push(begun);
    return begun;
  }

  #begin(): Running {
    const { settings, log, count, program = usualProgram } = this.#parts;
    // Sockets are bounded for all threads together.
    const scanSockets = Math.max(8, Math.floor(settings.scanSockets / count));
    const worker = new Worker(program, {
      workerData: { ...networkSettings(settings), scanSockets },
      resourceLimits: { maxOldGenerationSizeMb: largestHeap },
    });
    const inHand: Running['inHand'] = new Map();
    const running = { worker, inHand };
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'fault') {
        const { check, domain, stack } = message;
        log.error({ err: { stack }, check, domain }, 'fault in a check of a scan');
        return;
      }
      inHand.get(message.number)?.resolve(message.scan);
      inHand.delete(message.number);
    });
    worker.on('error', (error) => log.error({ err: error }, 'a thread for scans failed'));
    worker.on('exit', () => {
      this.#running = this.#running.filter((one) => one !== running);
      const ended = new Error('The thread of the scan came to an end.');
      for (const { reject } of inHand.values()) reject(ended);
      inHand.clear();
    });
    return running;
  }

  #restWhenIdle(): void {
    if (this.#isOver || this.#running.some(({ inHand }) => inHand.size > 0)) return;
    const { idleMilliseconds = defaultIdleMilliseconds } = this.#parts;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // Nobody is to be given to a thread that is ending.
      const resting = this.#running;
      this.#running = [];
      for (const { worker } of resting) void worker.terminate();
    }, idleMilliseconds).unref();
  }
}

/** All at once: checks in a thread are not followed one by one, and who came to wait for such a scan misses nothing. */
function tellProgress({ parts }: DomainScan, onProgress: ScanRun['onProgress']): void {
  const told = Object.entries(parts);
  for (const [index, [check, part]] of told.entries())
    onProgress?.({ check, part, done: index + 1, total: told.length });
}
