import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import type { ScanRun } from '@sonde/scanner/run/run-scan.ts';
import { type ScannerConfig, scannerConfig } from '@sonde/scanner/settings.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { ThreadPool, type ThreadPoolParts } from '../../workers/thread-pool.ts';
import type { CheckFault, ScanTask } from './worker-messages.ts';

const usualProgram = new URL('./scan-worker.ts', import.meta.url);

export interface ScanWorkersParts
  extends Pick<ThreadPoolParts, 'count' | 'idleMilliseconds' | 'graceMilliseconds'> {
  readonly settings: ScannerConfig;
  readonly log: Log;
  readonly program?: URL;
  /** Ids of checks that only the collector's own thread can do: scans in the background go without. */
  readonly leftOut?: readonly string[];
}

/**
 * Scan workers are threads that scan in the background, so that bulk jobs have more than one core, and those who wait
 * for answers of the collector do not wait for scans.
 */
export class ScanWorkers {
  readonly #pool: ThreadPool<ScanTask, DomainScan, CheckFault>;

  readonly #leftOut: readonly string[];

  constructor({ settings, program = usualProgram, leftOut = [], ...parts }: ScanWorkersParts) {
    this.#leftOut = leftOut;
    const { count, log } = parts;
    this.#pool = new ThreadPool<ScanTask, DomainScan, CheckFault>({
      ...parts,
      name: 'threads for scans',
      program,
      // Scans wait for the network most of their time.
      tasksOfThread: Number.POSITIVE_INFINITY,
      workerData: {
        ...scannerConfig(settings),
        // Sockets are bounded for all threads together.
        scanSockets: Math.max(8, Math.floor(settings.scanSockets / count)),
      },
      onNote: ({ check, domain, stack }) =>
        log.error({ err: { stack }, check, domain }, 'fault in a check of a scan'),
    });
  }

  get running(): number {
    return this.#pool.running;
  }

  /** Like runScan in a thread. Rejects if the thread comes to an end before the scan does, or if it is given up before. */
  async run({ domain, scanners, trigger, budget, signal, onProgress }: ScanRun): Promise<DomainScan> {
    const checks = scanners.map(({ id }) => id).filter((id) => !this.#leftOut.includes(id));
    const scan = await this.#pool.run({ domain, checks, trigger, budget }, { budget, signal });
    tellProgress(scan, onProgress);
    return scan;
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }
}

/** All at once: checks in a thread are not followed one by one, and who came to wait for such a scan misses nothing. */
function tellProgress({ parts }: DomainScan, onProgress: ScanRun['onProgress']): void {
  const told = Object.entries(parts);
  for (const [index, [check, part]] of told.entries())
    onProgress?.({ check, part, done: index + 1, total: told.length });
}
