import type { PipelineCounters } from './pipeline-counters.ts';
import type { TransactionOptions } from './transaction-options.ts';

/** What makes rows of a sensor's input, whether that is packets or frames of dnstap. */
export interface RowWriter {
  /** Lets time pass, in microseconds since 1970: queries and streams that waited too long are given up. */
  tick(microseconds: number): void;
  /** Hands out the rows written so far. */
  flush(): void;
  /** Ends what waits and hands out the last rows. */
  end(): void;
  counters(): PipelineCounters;
  /** Figures beside the counters, by name: what reassembly and the tables had to give up, and how full they are. */
  diagnostics(): Readonly<Record<string, number>>;
  /** Takes other filters, sampling and privacy for the messages from now on; what waits is kept. */
  configure(options: Pick<TransactionOptions, 'filters' | 'sampling' | 'privacy'>): void;
}
