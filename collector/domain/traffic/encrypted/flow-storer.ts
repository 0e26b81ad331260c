import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { EncryptedFlowStore, FlowSpool } from '../../../ports/traffic/encrypted-flows.ts';

/** An insert costs the engine as much however few rows it has: they begin so many milliseconds apart, and take so much at once. */
const spacing = 1_000;
const mostBytes = 8 * 1024 * 1024;
const firstPause = 500;
const longestPause = 30_000;

export interface FlowStorerPorts {
  readonly flowSpool: FlowSpool;
  readonly encryptedFlows: Pick<EncryptedFlowStore, 'insert'>;
  readonly log: Log;
}

/** The flow storer brings flows out of their spool into the store, one insert after the other. */
export class FlowStorer {
  readonly #ports: FlowStorerPorts;
  readonly #stopping = new AbortController();
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(ports: FlowStorerPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running = this.#run();
    this.wake();
  }

  /** Says that there is something to store. */
  wake(): void {
    this.#wake.resolve();
  }

  /** Ends after the insert under way; what waits stays in the spool. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = firstPause;
    while (!signal.aborted) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
      try {
        while (!signal.aborted && (await this.#storeSome())) {
          pause = firstPause;
          await this.#rest(spacing);
        }
      } catch (error) {
        this.#ports.log.warn({ reason: String(error) }, 'encrypted flows could not be stored and wait');
        await this.#rest(pause);
        pause = Math.min(pause * 2, longestPause);
        this.wake();
      }
    }
  }

  /** False if there was nothing to store. */
  async #storeSome(): Promise<boolean> {
    const { flowSpool, encryptedFlows, log } = this.#ports;
    const some = await flowSpool.oldest(mostBytes);
    if (some === undefined) return false;
    try {
      await encryptedFlows.insert(some.lines);
      await flowSpool.forget(some.ids);
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'refused') throw error;
      log.error(
        { reason: error.message, batches: some.ids },
        'encrypted flows were refused by the store and set aside',
      );
      await flowSpool.setAside(some.ids);
    }
    return true;
  }

  async #rest(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
