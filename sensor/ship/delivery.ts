import { setTimeout as delay } from 'node:timers/promises';
import { decodeBatch } from '@sonde/shared/batch/envelope.ts';
import type { SetAside } from '../spool/set-aside.ts';
import type { Spool } from '../spool/spool.ts';
import { type SpoolEntry, spoolFileName } from '../spool/spool-entry.ts';
import type { CollectorClient } from './collector-client.ts';
import type { CollectorList } from './collector-list.ts';
import type { Outcome } from './outcome.ts';

/** Told of what becomes of batches. */
export interface DeliveryEvents {
  accepted(entry: SpoolEntry, outcome: Outcome & { kind: 'accepted' }): void;
  /** `place` says whether the collector or our own disk is the reason. */
  lost(entry: SpoolEntry, place: 'refused' | 'spool', message: string): void;
  failed(collector: string, message: string): void;
}

export interface DeliveryParts {
  readonly spool: Spool;
  readonly setAside: SetAside;
  readonly collectors: CollectorList;
  readonly client: CollectorClient;
  readonly events: DeliveryEvents;
}

/** Ships what is in the spool, in order, one batch at a time, for as long as it runs. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #end = new AbortController();
  #wake = new AbortController();
  #draining = false;
  #finished: Promise<void> | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#finished = this.#run();
  }

  /** Something has changed: a batch was put into the spool, or other collectors are to be used. */
  wake(): void {
    this.#wake.abort();
  }

  /** Ships what is left for at most so many milliseconds, then ends. */
  async stop(milliseconds: number): Promise<void> {
    this.#draining = true;
    this.#parts.collectors.tryAtOnce();
    this.wake();
    const timer = setTimeout(() => this.#end.abort(), milliseconds);
    await this.#finished;
    clearTimeout(timer);
    this.#end.abort();
  }

  async #run(): Promise<void> {
    const { spool, collectors } = this.#parts;
    while (!this.#end.signal.aborted) {
      this.#wake = new AbortController();
      const entry = spool.oldest();
      if (entry === undefined) {
        if (this.#draining) return;
        await this.#sleep(undefined);
        continue;
      }
      const choice = collectors.choose(Date.now());
      if ('url' in choice) await this.#deliver(entry, choice.url);
      else await this.#sleep(choice.wait);
    }
  }

  async #deliver(entry: SpoolEntry, collector: string): Promise<void> {
    const { spool, collectors, client, events } = this.#parts;
    spool.hold(entry);
    const bytes = await this.#read(entry);
    if (bytes !== undefined) {
      const { outcome, clockAhead } = await client.send(collector, bytes, this.#end.signal);
      spool.hold(undefined);
      if (this.#end.signal.aborted && outcome.kind === 'failed') return;
      collectors.note(collector, outcome, Date.now());
      if (clockAhead !== undefined) collectors.noteClock(collector, clockAhead);
      if (outcome.kind === 'accepted') {
        events.accepted(entry, outcome);
        await spool.remove(entry);
      } else if (outcome.kind === 'refused') {
        await this.#lose(entry, 'refused', `${collector}: ${outcome.message}`, bytes);
      } else {
        events.failed(collector, outcome.message);
      }
    }
    spool.hold(undefined);
  }

  /** The bytes of a batch; one that the disk has spoiled is set aside. */
  async #read(entry: SpoolEntry): Promise<Buffer | undefined> {
    try {
      const bytes = await this.#parts.spool.read(entry);
      decodeBatch(bytes);
      return bytes;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await this.#lose(entry, 'spool', `The batch ${entry.batchId} can't be read back: ${why}`, undefined);
      return undefined;
    }
  }

  async #lose(
    entry: SpoolEntry,
    place: 'refused' | 'spool',
    message: string,
    bytes: Buffer | undefined,
  ): Promise<void> {
    const { spool, setAside, events } = this.#parts;
    if (bytes === undefined) await setAside.takeFile(spool.path(entry));
    else await setAside.takeBytes(spoolFileName(entry), bytes);
    // Counted and taken out at one moment, so that the sums are right at any.
    events.lost(entry, place, message);
    await spool.remove(entry);
  }

  async #sleep(milliseconds: number | undefined): Promise<void> {
    const signal = AbortSignal.any([this.#wake.signal, this.#end.signal]);
    const time = Math.min(milliseconds ?? 60_000, 60_000);
    await delay(time, undefined, { signal, ref: true }).catch(() => undefined);
  }
}
