import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { summarise } from '@sonde/scanner/result/summarise.ts';
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
  /** Checks that only the collector's own thread can do, and what does them there while a thread does the others. */
  readonly here?: {
    readonly checks: readonly string[];
    run(run: ScanRun): Promise<DomainScan>;
  };
}

/**
 * Scan workers are threads that scan in the background, so that bulk jobs have more than one core, and those who wait
 * for answers of the collector do not wait for scans.
 */
export class ScanWorkers {
  readonly #pool: ThreadPool<ScanTask, DomainScan, CheckFault>;

  readonly #here: ScanWorkersParts['here'];

  constructor({ settings, program = usualProgram, here, ...parts }: ScanWorkersParts) {
    this.#here = here;
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
  async run(run: ScanRun): Promise<DomainScan> {
    const { domain, scanners, trigger, budget, signal, onProgress } = run;
    const own = scanners.filter(({ id }) => this.#here?.checks.includes(id));
    const checks = scanners.filter((one) => !own.includes(one)).map(({ id }) => id);
    const [there, here] = await Promise.all([
      checks.length === 0
        ? undefined
        : this.#pool.run({ domain, checks, trigger, budget }, { budget, signal }),
      own.length === 0 ? undefined : this.#here!.run({ ...run, scanners: own, onProgress: undefined }),
    ]);
    const scan = there === undefined || here === undefined ? (there ?? here)! : joined(there, here, run);
    tellProgress(scan, onProgress);
    return scan;
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }
}

/** One scan of two halves, with its parts in the order in which they were asked for. */
function joined(there: DomainScan, here: DomainScan, { scanners }: ScanRun): DomainScan {
  const all = { ...there.parts, ...here.parts };
  const parts = Object.fromEntries(
    scanners.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]]])),
  );
  return {
    ...there,
    milliseconds: Math.max(there.milliseconds, here.milliseconds),
    questions: there.questions + here.questions,
    parts,
    summary: summarise(parts),
  };
}

/** All at once: checks in a thread are not followed one by one, and who came to wait for such a scan misses nothing. */
function tellProgress({ parts }: DomainScan, onProgress: ScanRun['onProgress']): void {
  const told = Object.entries(parts);
  for (const [index, [check, part]] of told.entries())
    onProgress?.({ check, part, done: index + 1, total: told.length });
}
