import type { Spool } from '../spool/spool.ts';
import type { SpoolEntry } from '../spool/spool-entry.ts';
import type { BatchBuilder } from './batch-builder.ts';
import type { CollectorList } from './collector-list.ts';
import type { DeliveryEvents } from './delivery.ts';
import type { DeliveryState } from './delivery-state.ts';
import { LossCounter, type Losses } from './losses.ts';
import type { FromWorker } from './messages.ts';
import type { Outcome } from './outcome.ts';

/** Counts what becomes of batches, and says in the log what a person should know: the first of each kind, not each. */
export class DeliveryCounters implements DeliveryEvents {
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

  /** Rows are on their way from the builder into the spool; negative when they got there. */
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
      const why = outcome.why === undefined ? '.' : `, the first for: ${outcome.why}.`;
      this.#warnOnce(`The collector rejected rows of a batch, ${rejected} of ${entry.rows}${why}`);
    }
    if (this.#failing.size > 0) {
      this.info('Batches are delivered again.');
      this.#failing.clear();
    }
  }

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
      rowsOpen: builder.openRows + this.#rowsInWorks,
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
