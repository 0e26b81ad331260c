import { setTimeout as delay } from 'node:timers/promises';
import { decodeBatch } from '@sonde/shared/batch/envelope.ts';
import type { SetAside } from '../spool/set-aside.ts';
import type { Spool } from '../spool/spool.ts';
import { type SpoolEntry, spoolFileName } from '../spool/spool-files.ts';
import type { BatchBuilder } from './batch-builder.ts';
import type { CollectorClient, Outcome } from './collector-client.ts';
import type { CollectorList } from './collector-list.ts';
import { LossCounter, type Losses } from './losses.ts';
import type { DeliveryState, FromWorker } from './messages.ts';

export interface DeliveryParts {
  readonly spool: Spool;
  readonly setAside: SetAside;
  readonly collectors: CollectorList;
  readonly client: CollectorClient;
  readonly counters: DeliveryCounters;
}

/** A delivery ships the batches of the spool, in order, one batch at a time, for as long as it runs. */
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

  /** Wakes the delivery: a batch was put into the spool, or other collectors are to be used. */
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
    const { spool, collectors, client, counters } = this.#parts;
    spool.hold(entry);
    const bytes = await this.#read(entry);
    if (bytes !== undefined) {
      const { outcome, clockAhead } = await client.send(collector, bytes, this.#end.signal);
      spool.hold();
      if (this.#end.signal.aborted && outcome.kind === 'failed') return;
      collectors.note(collector, outcome, Date.now());
      if (clockAhead !== undefined) collectors.noteClock(collector, clockAhead);
      if (outcome.kind === 'accepted') {
        counters.accepted(entry, outcome);
        await spool.remove(entry);
      } else if (outcome.kind === 'refused') {
        await this.#lose(entry, 'refused', `${collector}: ${outcome.message}`, bytes);
      } else {
        counters.failed(collector, outcome.message);
      }
    }
    spool.hold();
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
    const { spool, setAside, counters } = this.#parts;
    if (bytes === undefined) await setAside.takeFile(spool.path(entry));
    else await setAside.takeBytes(spoolFileName(entry), bytes);
    // Counted and taken out at one moment, so that the sums are right at any.
    counters.lost(entry, place, message);
    await spool.remove(entry);
  }

  async #sleep(milliseconds: number | undefined): Promise<void> {
    const signal = AbortSignal.any([this.#wake.signal, this.#end.signal]);
    const time = Math.min(milliseconds ?? 60_000, 60_000);
    await delay(time, undefined, { signal, ref: true }).catch(() => undefined);
  }
}

/**
 * The delivery counters count batches by outcome, and write to the log what a person should know: the first of each
 * kind, not each.
 */
export class DeliveryCounters {
  readonly #tell: (message: FromWorker) => void;
  readonly #losses = new LossCounter();
  readonly #failing = new Set<string>();
  #rowsInWorks = 0;
  #batchesAccepted = 0;
  #batchesDuplicate = 0;
  #rowsAccepted = 0;
  #rowsRejected = 0;
  #bytesSent = 0;
  #earlierAccepted = 0;
  #earlierLost = 0;
  #batchesRefused = 0;
  #lastError: string | undefined;
  #told: string | undefined;

  constructor(tell: (message: FromWorker) => void) {
    this.#tell = tell;
  }

  get losses(): Losses {
    return this.#losses.losses;
  }

  /** Counts rows on their way from the builder into the spool; negative when they got there. */
  inWorks(rows: number): void {
    this.#rowsInWorks += rows;
  }

  accepted(entry: SpoolEntry, outcome: Outcome & { kind: 'accepted' }): void {
    this.#batchesAccepted++;
    this.#bytesSent += entry.size;
    if (outcome.duplicate) this.#batchesDuplicate++;
    // A duplicate was taken whole before, by an answer that we did not get.
    const rejected = outcome.duplicate ? 0 : Math.min(outcome.rejected, entry.rows);
    if (entry.messages === undefined) this.#earlierAccepted += entry.rows - rejected;
    else {
      this.#rowsAccepted += entry.rows - rejected;
      this.#rowsRejected += rejected;
    }
    if (rejected > 0) {
      const why = outcome.why === undefined ? '.' : `; reason of the first: ${outcome.why}.`;
      this.#warnOnce(`The collector rejected ${rejected} of ${entry.rows} rows of a batch${why}`);
    }
    if (this.#failing.size > 0) {
      this.info('Batches are delivered again.');
      this.#failing.clear();
    }
  }

  /** Counts lost rows; `place` says whether the collector or our own disk is the reason. */
  lost(entry: SpoolEntry, place: 'refused' | 'spool', message: string): void {
    if (place === 'refused') this.#batchesRefused++;
    if (entry.messages === undefined) this.#earlierLost += entry.rows;
    else this.#losses.add(place, entry.rows, entry.messages);
    this.#lastError = message;
    this.#warnOnce(message);
  }

  failed(collector: string, message: string): void {
    const text = `${collector}: ${message}`;
    this.#lastError = text;
    if (!this.#failing.has(collector))
      this.warn(`${text}${/[.)?!]$/.test(text) ? '' : '.'} Batches wait in the spool.`);
    this.#failing.add(collector);
  }

  info(message: string): void {
    this.#tell({ kind: 'log', level: 'info', message });
  }

  warn(message: string): void {
    this.#tell({ kind: 'log', level: 'warn', message });
  }

  #warnOnce(message: string): void {
    if (this.#told !== message) this.warn(message);
    this.#told = message;
  }

  state(spool: Spool, maxBytes: number, builder: BatchBuilder, collectors: CollectorList): DeliveryState {
    return {
      batchesBuilt: builder.sequence,
      rowsOpen: builder.openRows + builder.openFlows + this.#rowsInWorks,
      batchesAccepted: this.#batchesAccepted,
      batchesDuplicate: this.#batchesDuplicate,
      rowsAccepted: this.#rowsAccepted,
      rowsRejected: this.#rowsRejected,
      bytesSent: this.#bytesSent,
      losses: this.#losses.losses,
      earlier: { rowsAccepted: this.#earlierAccepted, rowsLost: this.#earlierLost },
      spool: {
        batches: spool.batches,
        rows: spool.rows,
        ownRows: spool.ownRows,
        bytes: spool.diskBytes,
        maxBytes,
        memoryBytes: spool.memoryBytes,
        oldestAt: spool.oldest()?.createdAt,
        diskError: spool.diskError,
      },
      batchesRefused: this.#batchesRefused,
      collectors: collectors.states,
      lastError: this.#lastError,
    };
  }
}
