import type { Worker } from 'node:worker_threads';
import type { RowSink } from '../rows/row-writer.ts';
import { LossCounter, type Losses } from './losses.ts';
import type {
  BatchClose,
  DeliveryState,
  Destination,
  FromWorker,
  ShipperSettings,
  ToWorker,
} from './messages.ts';
import { startWorker } from './start-worker.ts';

export interface ShipperOptions extends ShipperSettings {
  /** Bytes of rows that may wait for the worker; what is over is dropped and counted. */
  readonly queueBytes: number;
  /** Bytes of rows after which `onBatchDue` is called. */
  readonly batchBytes: number;
  /**
   * Is called, after the rows and not within their call, when a batch has grown to its size. The one called flushes the
   * pipeline and calls `close` with a ledger of that moment.
   */
  readonly onBatchDue: () => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

/** Closes that may wait for the worker; further ones would only say the same again. */
const maxClosesWaiting = 16;

/**
 * A shipper is the shipper's outer side, on the capture thread: it hands copies of rows to the worker and never waits.
 */
export class Shipper implements RowSink {
  readonly #options: ShipperOptions;
  readonly #worker: Worker;
  readonly #losses = new LossCounter();
  readonly #ended: Promise<DeliveryState>;
  #state: DeliveryState;
  #waiters: (() => void)[] = [];
  #queuedBytes = 0;
  #queuedRows = 0;
  #openBytes = 0;
  #due = false;
  #closesWaiting = 0;
  #broken = false;

  private constructor(options: ShipperOptions, worker: Worker, state: DeliveryState) {
    this.#options = options;
    this.#worker = worker;
    this.#state = state;
    this.#ended = new Promise((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'stopped') resolve(message.state);
        if (message.kind === 'failed') reject(new Error(`The shipper failed: ${message.message}`));
        this.#hear(message);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The shipper's thread ended (${code}).`)));
    });
    this.#ended.catch(() => {
      this.#broken = true;
      this.#releaseWaiters();
    });
  }

  /** Starts the worker and opens the spool. Rejects if the spool can't be opened. */
  static async start(options: ShipperOptions): Promise<Shipper> {
    const { queueBytes: _, batchBytes: __, onBatchDue: ___, log, ...settings } = options;
    const worker = startWorker(settings);
    const state = await new Promise<DeliveryState>((resolve, reject) => {
      const hear = (message: FromWorker): void => {
        if (message.kind === 'log') log(message.level, message.message);
        if (message.kind === 'failed') reject(new Error(message.message));
        if (message.kind !== 'ready') return;
        worker.off('message', hear);
        resolve(message.state);
      };
      worker.on('message', hear);
      worker.once('error', reject);
    });
    return new Shipper(options, worker, state);
  }

  /** Resolves when the shipper was stopped; rejects when it ended by a fault. */
  get ended(): Promise<DeliveryState> {
    return this.#ended;
  }

  get state(): DeliveryState {
    return this.#state;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  get queuedRows(): number {
    return this.#queuedRows;
  }

  /** All that is lost behind the pipeline, here and in the worker. */
  get losses(): Losses {
    return { ...this.#state.losses, ...this.#losses.losses };
  }

  /** The losses before the worker, which knows the rest. */
  get queueLosses(): Losses {
    return this.#losses.losses;
  }

  rows(bytes: Uint8Array, count: number, messages: number): void {
    if (!this.#takesIn(bytes, count, messages)) return;
    this.#openBytes += bytes.length;
    const own = bytes.slice() as Uint8Array<ArrayBuffer>;
    this.#post({ kind: 'rows', bytes: own, count, messages }, [own.buffer]);
    if (this.#openBytes < this.#options.batchBytes || this.#due) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      this.#options.onBatchDue();
    });
  }

  flows(bytes: Uint8Array, count: number): void {
    if (!this.#takesIn(bytes, count, 0)) return;
    const own = new Uint8Array(bytes);
    this.#post({ kind: 'flows', bytes: own, count }, [own.buffer]);
  }

  /** Makes a batch of the rows so far. The final one carries the ledger even when there are no rows. */
  close(close: BatchClose, final = false): void {
    if (this.#closesWaiting >= maxClosesWaiting && !final) return;
    this.#closesWaiting++;
    this.#openBytes = 0;
    this.#post({ kind: 'close', close, final });
  }

  /** Ships to other collectors or under another key from now on. */
  use(destination: Destination): void {
    this.#post({ kind: 'destination', destination });
  }

  /**
   * Resolves when less than half of the queue is taken and, if it is bounded, the spool has room: for readers of files,
   * which can wait.
   */
  async room(): Promise<void> {
    while (!this.#broken && this.#isCrowded())
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Ships what is left for at most so many milliseconds; the rest stays in the spool. The final state. */
  async stop(milliseconds: number): Promise<DeliveryState> {
    this.#post({ kind: 'stop', milliseconds });
    return await this.#ended;
  }

  /** Counts rows as queued; false, and as lost, if the queue has no room for them. */
  #takesIn(bytes: Uint8Array, count: number, messages: number): boolean {
    if (this.#queuedBytes + bytes.length > this.#options.queueBytes) {
      this.#losses.add('queue', count, messages);
      return false;
    }
    this.#queuedBytes += bytes.length;
    this.#queuedRows += count;
    return true;
  }

  #isCrowded(): boolean {
    const { bytes, maxBytes } = this.#state.spool;
    return this.#queuedBytes > this.#options.queueBytes / 2 || bytes > maxBytes * 0.75;
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'log') this.#options.log(message.level, message.message);
    if (message.kind === 'taken') {
      this.#queuedBytes -= message.bytes;
      this.#queuedRows -= message.rows;
    }
    if (message.kind === 'closed') this.#closesWaiting--;
    if ('state' in message) {
      this.#state = message.state;
      this.#releaseWaiters();
    }
  }

  #releaseWaiters(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resume of waiters) resume();
  }
}
