import { Worker } from 'node:worker_threads';
import { FairQueue } from '@sonde/shared/async/fair-queue.ts';
import { Overloaded } from '@sonde/shared/errors.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { errorOf } from './failure.ts';
import type { FromThread, ToThread } from './messages.ts';

/** A thread that nobody needed for so long ends, and gives its memory back. */
const defaultIdleMilliseconds = 60_000;
/** MiB. A task that takes more costs its thread, not the collector. */
const defaultHeap = 1_024;
/** A task may take this long beyond its time until its thread counts as stuck. */
const defaultGraceMilliseconds = 30_000;

export interface ThreadPoolParts<Note = never> {
  /** For the log and for errors: `threads for scans`. */
  readonly name: string;
  /** The program that runs in each thread: it calls `serveTasks`. */
  readonly program: URL;
  /** Threads, at least one. */
  readonly count: number;
  readonly log: Log;
  readonly workerData?: unknown;
  /** Tasks of one thread at once: one if they take processor time, many if they wait for something. */
  readonly tasksOfThread: number;
  /** Tasks that wait for a thread, at most. */
  readonly mostWaiting?: number;
  readonly onNote?: (note: Note) => void;
  readonly idleMilliseconds?: number;
  readonly graceMilliseconds?: number;
  /** MiB. */
  readonly heap?: number;
}

/** A task run states how a task is to be run. */
export interface TaskRun {
  /** Milliseconds that it may take once a thread has it. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
  /** Memory that the thread gets instead of a copy; who gave it has it no more. */
  readonly transfer?: readonly ArrayBuffer[];
  /** For whom it is: those who wait are served in turn. */
  readonly lane?: string;
}

/** The error states that a thread came to an end before its task did. */
export class ThreadEnded extends Error {
  constructor(name: string) {
    super(`A thread of the ${name} came to an end before its task did.`);
    this.name = 'ThreadEnded';
  }
}

interface InHand {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** A task's place in a thread. */
interface Place {
  readonly thread: Thread;
  readonly number: number;
  readonly outcome: Promise<unknown>;
}

interface Waiting {
  readonly resolve: (place: Place) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly inHand: Map<number, InHand>;
}

/**
 * A thread pool has threads for tasks that take long, so that whoever waits for a short answer does not wait for them
 * too. A thread begins when there is something to do; tasks beyond what all may have wait, lane by lane in turn, and
 * those beyond what may wait are refused: of the lane that has most of them.
 */
export class ThreadPool<Task, Result, Note = never> {
  readonly #parts: ThreadPoolParts<Note>;
  #threads: Thread[] = [];
  readonly #waiting = new FairQueue<Waiting>();
  #number = 0;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: ThreadPoolParts<Note>) {
    this.#parts = parts;
  }

  get running(): number {
    return this.#threads.length;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Rejects with what the task was refused with, with ThreadEnded if the thread comes to an end before, with Overloaded if
   * too many wait, and with the signal's reason if it is given up before a thread has it.
   */
  async run(task: Task, { budget, signal, transfer = [], lane = '' }: TaskRun): Promise<Result> {
    const { name, log, graceMilliseconds = defaultGraceMilliseconds } = this.#parts;
    if (this.#isOver) throw new Error(`The ${name} have stopped.`);
    signal?.throwIfAborted();
    clearTimeout(this.#idle);
    const chosen = this.#choose();
    const place = chosen === undefined ? await this.#wait(lane, signal) : this.#take(chosen);
    const { number, outcome } = place;
    const { worker, inHand } = place.thread;
    const tell = (message: ToThread<Task>, list: readonly ArrayBuffer[] = []) =>
      worker.postMessage(message, [...list]);
    const onAbort = () => tell({ kind: 'give up', number });
    signal?.addEventListener('abort', onAbort, { once: true });
    const stuck = setTimeout(() => {
      log.error({ pool: name }, 'a thread is stuck');
      void worker.terminate();
    }, budget + graceMilliseconds).unref();
    try {
      signal?.throwIfAborted();
      tell({ kind: 'task', number, task }, transfer);
      return (await outcome) as Result;
    } finally {
      clearTimeout(stuck);
      signal?.removeEventListener('abort', onAbort);
      inHand.delete(number);
      this.#serveNext();
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.drain()) reject(new ThreadEnded(this.#parts.name));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #take(thread: Thread): Place {
    const number = this.#number++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    thread.inHand.set(number, { resolve, reject });
    return { thread, number, outcome: promise };
  }

  /** The one with least to do; a new one while there may be more and all have something to do. */
  #choose(): Thread | undefined {
    const least = this.#threads.toSorted((one, other) => one.inHand.size - other.inHand.size)[0];
    if (least?.inHand.size === 0) return least;
    if (this.#threads.length < this.#parts.count) return this.#begin();
    return least !== undefined && least.inHand.size < this.#parts.tasksOfThread ? least : undefined;
  }

  #wait(lane: string, signal: AbortSignal | undefined): Promise<Place> {
    const { mostWaiting = Number.POSITIVE_INFINITY } = this.#parts;
    if (this.#waiting.size >= mostWaiting) {
      const displaced = this.#waiting.displace(lane);
      if (displaced === undefined) throw tooMuch();
      displaced.reject(tooMuch());
    }
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const waiting: Waiting = { resolve, reject };
    this.#waiting.push(lane, waiting);
    const onAbort = () => {
      this.#waiting.remove(lane, waiting);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  #begin(): Thread {
    const { program, workerData, name, log, onNote, heap = defaultHeap } = this.#parts;
    const worker = new Worker(program, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    const inHand: Thread['inHand'] = new Map();
    const thread = { worker, inHand };
    this.#threads.push(thread);
    worker.on('message', (message: FromThread<never, Note>) => {
      if (message.kind === 'note') {
        onNote?.(message.note);
        return;
      }
      const waiting = inHand.get(message.number);
      if (message.kind === 'done') waiting?.resolve(message.result);
      else waiting?.reject(errorOf(message.failure));
    });
    worker.on('error', (error) => log.error({ err: error, pool: name }, 'a thread failed'));
    worker.on('exit', () => {
      this.#threads = this.#threads.filter((one) => one !== thread);
      for (const { reject } of inHand.values()) reject(new ThreadEnded(name));
      this.#serveNext();
    });
    return thread;
  }

  #serveNext(): void {
    if (this.#isOver) return;
    while (this.#waiting.size > 0) {
      const thread = this.#choose();
      if (thread === undefined) return;
      this.#waiting.shift()!.resolve(this.#take(thread));
    }
    if (this.#threads.some(({ inHand }) => inHand.size > 0)) return;
    const { idleMilliseconds = defaultIdleMilliseconds } = this.#parts;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // Nobody is to be given to a thread that is ending.
      const resting = this.#threads;
      this.#threads = [];
      for (const { worker } of resting) void worker.terminate();
    }, idleMilliseconds).unref();
  }
}

function tooMuch(): Overloaded {
  return new Overloaded('Too much of this is asked for at once.');
}
