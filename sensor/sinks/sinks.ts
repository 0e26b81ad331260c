import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { FromSinks, SinkSettings, SinkState, TellSinks, ToSinks } from './messages.ts';
import { startSinks } from './start-sinks.ts';

/** Sinks are the receivers that a sensor passes rows on to beside its collector; a thread of their own does it. */
export class Sinks {
  /** The port that the shipper's thread hands batches to. */
  readonly feed: MessagePort;
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #states: readonly SinkState[];
  #waiters: (() => void)[] = [];
  #isBroken = false;

  private constructor(worker: Worker, feed: MessagePort, states: readonly SinkState[], tell: TellSinks) {
    this.#worker = worker;
    this.feed = feed;
    this.#states = states;
    this.#ended = new Promise((resolve, reject) => {
      worker.on('message', (message: FromSinks) => {
        if (message.kind === 'log') tell(message.level, message.message);
        if ('states' in message) this.#states = message.states;
        if (message.kind === 'stopped') resolve();
        if (message.kind === 'failed') reject(new Error(`The sinks failed: ${message.message}`));
        this.#release();
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread of the sinks ended (${code}).`)));
    });
    this.#ended.catch(() => {
      this.#isBroken = true;
      this.#release();
    });
  }

  /** Starts the thread, which takes up what an earlier run left. Rejects if a spool can't be opened. */
  static async start(settings: SinkSettings, tell: TellSinks): Promise<Sinks> {
    const { port1, port2 } = new MessageChannel();
    const worker = startSinks({ ...settings, feed: port2 });
    const states = await new Promise<readonly SinkState[]>((resolve, reject) => {
      const hear = (message: FromSinks): void => {
        if (message.kind === 'log') tell(message.level, message.message);
        if (message.kind === 'failed') reject(new Error(message.message));
        if (message.kind !== 'ready') return;
        worker.off('message', hear);
        resolve(message.states);
      };
      worker.on('message', hear);
      worker.once('error', reject);
    });
    return new Sinks(worker, port1, states, tell);
  }

  get states(): readonly SinkState[] {
    return this.#states;
  }

  /** Rejects when the thread ended by a fault; never resolves. */
  get failed(): Promise<never> {
    return this.#ended.then(() => new Promise<never>(() => undefined));
  }

  /** Resolves when every sink's spool has room: for readers of files, which can wait. */
  async room(): Promise<void> {
    while (!this.#isBroken && this.#states.some((state) => state.waiting_bytes > state.max_bytes * 0.75))
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Passes on what is left for at most so many milliseconds; the rest stays in the spools. The shipper must have been stopped before. */
  async stop(milliseconds: number): Promise<void> {
    const message: ToSinks = { kind: 'stop', milliseconds };
    this.#worker.postMessage(message);
    await this.#ended;
  }

  /** Ends the thread at once, for a run that could not begin. */
  async abandon(): Promise<void> {
    await this.#worker.terminate();
  }

  #release(): void {
    for (const resume of this.#waiters.splice(0)) resume();
  }
}
