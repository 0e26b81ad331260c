import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { Matcher } from '../pairing/matcher.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';
import { ClientPrivacy } from './client-privacy.ts';
import type { FactWriter } from './fact-writer.ts';
import type { MessageCounts } from './message-counts.ts';
import { RowBuilder } from './row-builder.ts';
import type { RowSink } from './row-writer.ts';
import type { PrivacyOptions, TransactionOptions } from './transaction-options.ts';
import type { TransactionWitness } from './transaction-witness.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { outcomes } = rowLayout;

const noPolicy = new Uint8Array(0);

/** A row outlet writes transactions as rows, and hands them out, counted, when there are enough. */
export class RowOutlet {
  readonly #matcher: Matcher;
  readonly #counts: MessageCounts;
  readonly #sink: RowSink;
  readonly #builder: RowBuilder;
  readonly #maxBytes: number;
  readonly #maxRows: number;
  /** Undefined if nobody wants to know. */
  readonly witness: TransactionWitness | undefined;

  constructor(matcher: Matcher, counts: MessageCounts, options: TransactionOptions, sink: RowSink) {
    this.#matcher = matcher;
    this.#counts = counts;
    this.#sink = sink;
    this.witness = sink.witness;
    this.#maxBytes = options.maxBufferBytes;
    this.#maxRows = options.maxBufferRows;
    this.#builder = new RowBuilder(matcher.table, new ClientPrivacy(options.privacy), {
      maxBufferBytes: options.maxBufferBytes,
      keepRecords: options.keepRecords,
      nameLabels: options.privacy.nameLabels,
    });
  }

  /** Messages of rows that were not yet handed out. */
  get messages(): number {
    return this.#builder.messages;
  }

  /** Writes, and keeps until then, the facts of rows. */
  get facts(): FactWriter {
    return this.#builder.facts;
  }

  /** Protects the rows from now on in another way; throws a RangeError, and changes nothing, if a key is not sound. */
  protect(privacy: PrivacyOptions): void {
    const next = new ClientPrivacy(privacy);
    this.flush();
    this.#builder.protect(next, privacy.nameLabels);
  }

  /**
   * Writes the row of a response, and remembers it so that repetitions are known; it holds so many messages that were not malformed. The
   * response is malformed for `reason`, 0 for none.
   */
  response(
    slot: number,
    hash: number,
    outcome: number,
    response: MessageReader,
    size: number,
    origin: MessageOrigin,
    messages: number,
    reason: number,
  ): void {
    const { table, recent } = this.#matcher;
    const builder = this.#builder;
    const row = builder.write(slot, outcome, response, size, origin.policyRule, reason);
    this.witness?.ended(slot, table, reason === 0 ? response : undefined);
    recent.add(table, slot, hash, origin.time, this.#matcher.answerOf(response), row, builder.buffer);
    this.#wrote(messages);
  }

  /** Writes the row of a response that has no transaction. */
  solitary(slot: number, response: MessageReader, size: number): void {
    this.#builder.write(slot, outcomes.orphan, response, size, noPolicy);
    this.witness?.ended(slot, this.#matcher.table, response);
    this.#wrote(1);
  }

  /** Writes the row of a query that stays without a response. */
  unanswered(slot: number, messages: number): void {
    this.#builder.write(slot, outcomes.unanswered, undefined, 0, noPolicy);
    this.witness?.ended(slot, this.#matcher.table, undefined);
    this.#wrote(messages);
  }

  /** Sets marks on the row of a recent transaction, if it was not yet handed out. */
  mark(entry: number, bits: number): void {
    const row = this.#matcher.recent.rowIn(this.#builder.buffer, entry);
    if (row >= 0) this.#builder.mark(row, bits);
  }

  /** Hands out the rows written so far. */
  flush(): void {
    const builder = this.#builder;
    const { out, rows, messages } = builder;
    if (rows === 0) return;
    const { bytes, position } = out;
    builder.rows = 0;
    builder.messages = 0;
    builder.buffer++;
    this.#counts.rows += rows;
    this.#counts.stored += messages;
    // The next rows are written to the same place, where the processor's caches are warm.
    out.position = 0;
    this.#sink.rows(bytes.subarray(0, position), rows, messages);
  }

  #wrote(messages: number): void {
    const builder = this.#builder;
    builder.messages += messages;
    if (builder.out.position >= this.#maxBytes || builder.rows >= this.#maxRows) this.flush();
  }
}
