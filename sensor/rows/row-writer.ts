import type { Ledger } from '@sonde/shared/batch/metadata.ts';
import type { ChangeableOptions } from './transaction-options.ts';
import type { TransactionWitness } from './transaction-witness.ts';

/** A row sink takes the rows that the pipeline has written. */
export interface RowSink {
  /**
   * Takes whole rows in the layout of `shared/batch/row-layout.ts`. The bytes are good until the call returns: what
   * keeps them copies them. `messages` is how many DNS messages the `count` rows hold.
   */
  rows(bytes: Uint8Array, count: number, messages: number): void;
  /** Takes encrypted flows, as `shared/batch/encrypted-flow.ts` writes them; absent if the sink has no use for them. */
  flows?(bytes: Uint8Array, count: number): void;
  /** Is told of the transactions themselves; absent if the sink has no use for them. */
  readonly witness?: TransactionWitness;
}

/**
 * The pipeline counters are the part of the loss ledger that the pipeline knows; totals since it was made. At any time
 * `messages_seen = messages_stored + messages_repeated + messages_filtered + messages_sampled + messages_malformed +
 * messages_dropped + messages_pending`.
 */
export type PipelineCounters = Pick<
  Ledger,
  | 'packets_captured'
  | 'packets_other'
  | 'messages_seen'
  | 'messages_stored'
  | 'messages_repeated'
  | 'messages_filtered'
  | 'messages_sampled'
  | 'messages_malformed'
  | 'messages_dropped'
  | 'messages_pending'
  | 'rows_stored'
  | 'encrypted_flows'
>;

/** A row writer makes rows of a sensor's input, from packets or from frames of dnstap. */
export interface RowWriter {
  /** Lets time pass, in microseconds since 1970: queries and streams that waited too long are given up. */
  tick(microseconds: number): void;
  /** Hands out the rows written so far. */
  flush(): void;
  /**
   * Calls back when all that came in so far was handed out as rows, and nothing that came later: before it returns, unless the
   * writer hands out rows in its own time.
   */
  settle(done: () => void): void;
  /** Ends what waits and hands out the last rows. */
  end(): void | Promise<void>;
  /** Rejects if the writer can go on no more; undefined of one that tells so by throwing. */
  readonly failed: Promise<never> | undefined;
  counters(): PipelineCounters;
  /** Figures beside the counters, by name: what reassembly and the tables had to give up, and how full they are. */
  diagnostics(): Readonly<Record<string, number>>;
  /** Takes other filters, sampling and privacy for the messages from now on; what waits is kept. */
  configure(options: ChangeableOptions): void;
}
