import { availableParallelism, cpus } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Milliseconds between two looks. */
const interval = 500;
/** A first thread that works for so much of the time is busy; with so many processors idle, others do not slow it down: two may be of one core. */
const busy = { thread: 0.5, idle: 1.5 };
/** If many rows wait to be stored, the engine wants processors as well: none is left if so few are idle. */
const storing = { idle: 0.5 };

/** A processor look is what a watch compares with the one before; all but the first are milliseconds so far. */
export interface ProcessorLook {
  /** Milliseconds of any clock. */
  readonly at: number;
  /** Processor time of the first thread, and of the process. */
  readonly thread: number;
  readonly process: number;
  /** For which processors of the machine were idle, all together. */
  readonly idle: number;
}

/** Tells whether what came in between two looks wanted the processors, of which this process may use so many; `isStoring` says whether many rows wait to be stored. */
export function isBusyBetween(
  before: ProcessorLook,
  now: ProcessorLook,
  { processors, isStoring }: { readonly processors: number; readonly isStoring: boolean },
): boolean {
  const elapsed = now.at - before.at;
  if (elapsed <= 0) return false;
  const thread = (now.thread - before.thread) / elapsed;
  // Of a container with a limit, the machine's idle processors are not its own.
  const left = processors - (now.process - before.process) / elapsed;
  const idle = Math.min((now.idle - before.idle) / elapsed, left);
  return (thread >= busy.thread && idle < busy.idle) || (isStoring && idle < storing.idle);
}

/** A processor watch knows whether what comes in wanted the processors a moment ago; it must live in the first thread. */
export class ProcessorWatch {
  readonly #isStoring: () => boolean;
  readonly #processors = availableParallelism();
  #last = look();
  #timer: NodeJS.Timeout | undefined;
  isBusy = false;

  constructor(isStoring: () => boolean) {
    this.#isStoring = isStoring;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      const now = look();
      const about = { processors: this.#processors, isStoring: this.#isStoring() };
      this.isBusy = isBusyBetween(this.#last, now, about);
      this.#last = now;
    }, interval).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }
}

function look(): ProcessorLook {
  return {
    at: performance.now(),
    thread: milliseconds(process.threadCpuUsage()),
    process: milliseconds(process.cpuUsage()),
    idle: cpus().reduce((sum, { times }) => sum + times.idle, 0),
  };
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}
