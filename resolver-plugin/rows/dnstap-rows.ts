import { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import type { PipelineCounters, RowSink, RowWriter } from '@sonde/sensor/rows/row-writer.ts';
import type { ChangeableOptions, TransactionOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { TransactionPipeline } from '@sonde/sensor/rows/transaction-pipeline.ts';
import { transports } from '@sonde/shared/batch/row-layout.ts';
import type { MessageView } from '../dnstap/message-view.ts';
import type { DnstapSink } from '../dnstap/sink.ts';
import { fillOrigin, isResponseFrame } from './fill-origin.ts';
import { type MessageKind, recordedTypes } from './message-kinds.ts';

/** Transports by whether they are streams, so that one flow over both is two. */
const streams: ReadonlySet<number> = new Set([
  transports.tcp,
  transports.tls,
  transports.https,
  transports.dnscrypt_tcp,
]);

export interface DnstapRowsOptions {
  readonly transactions: TransactionOptions;
  /** The kinds that become rows; messages of the others count as filtered. */
  readonly kinds: readonly MessageKind[];
  /** Whether time passes as the messages say: for files. */
  readonly messageClock: boolean;
  /** Microseconds that are added to the times of messages. */
  readonly shift?: number;
  /** Counts the frames that could not be decoded, which count as packets without a message. */
  readonly malformed: () => number;
}

/**
 * A dnstap row writer turns frames of dnstap into rows: it gives their messages to the transaction pipeline, as the
 * agent does with messages from packets.
 */
export class DnstapRows implements DnstapSink, RowWriter {
  readonly failed = undefined;
  readonly #transactions: TransactionPipeline;
  readonly #recorded: readonly boolean[];
  readonly #messageClock: boolean;
  readonly #malformed: () => number;
  readonly #shift: number;
  readonly #origin = new MessageOrigin();
  readonly #now = (): number => Date.now() * 1_000;
  #otherKinds = 0;
  #empty = 0;
  #keptLast = false;
  #cutsNames: boolean;

  constructor({ transactions, kinds, messageClock, shift = 0, malformed }: DnstapRowsOptions, sink: RowSink) {
    this.#transactions = new TransactionPipeline(transactions, sink);
    this.#cutsNames = transactions.privacy.nameLabels > 0;
    this.#recorded = recordedTypes(kinds);
    this.#messageClock = messageClock;
    this.#malformed = malformed;
    this.#shift = shift;
  }

  /** Whether the last message becomes a row, or part of one, under its whole name. */
  get keptLast(): boolean {
    return this.#keptLast;
  }

  message(view: MessageView): void {
    this.#keptLast = false;
    if (this.#recorded[view.type] !== true) {
      this.#otherKinds++;
      return;
    }
    const isResponse = isResponseFrame(view);
    const start = isResponse ? view.responseStart : view.queryStart;
    const end = isResponse ? view.responseEnd : view.queryEnd;
    // Writers may leave the message out and tell of its time alone.
    if (end === start) {
      this.#empty++;
      return;
    }
    const transactions = this.#transactions;
    const origin = this.#origin;
    fillOrigin(origin, view, this.#now);
    origin.time += this.#shift;
    if (this.#messageClock && transactions.isTickDue(origin.time)) this.tick(origin.time);
    transactions.beginPacket();
    const isStream = streams.has(origin.transport);
    const kept = transactions.message(origin, view.buffer, start, end, false, isStream, 0);
    this.#keptLast = kept && !this.#cutsNames;
    transactions.endPacket();
  }

  /** Lets time pass for the transactions. */
  tick(microseconds: number): void {
    this.#transactions.tick(microseconds);
  }

  flush(): void {
    this.#transactions.flush();
  }

  settle(done: () => void): void {
    this.flush();
    done();
  }

  end(): void {
    this.#transactions.end();
  }

  configure(options: ChangeableOptions): void {
    this.#transactions.configure(options);
    this.#cutsNames = options.privacy.nameLabels > 0;
  }

  /** Counts for the ledger, in which a frame is a packet. */
  counters(): PipelineCounters {
    const counters = this.#transactions.counters();
    const other = this.#empty + this.#malformed();
    return {
      ...counters,
      packets_captured: counters.packets_captured + this.#otherKinds + other,
      packets_other: counters.packets_other + other,
      messages_seen: counters.messages_seen + this.#otherKinds,
      messages_filtered: counters.messages_filtered + this.#otherKinds,
    };
  }

  diagnostics(): Readonly<Record<string, number>> {
    return {
      ...this.#transactions.diagnostics(),
      messages_of_other_kinds: this.#otherKinds,
      frames_without_message: this.#empty,
    };
  }
}
