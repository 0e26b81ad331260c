import type { Ledger } from '@sonde/shared/batch/metadata.ts';

/**
 * The part of the loss ledger that the pipeline knows; totals since it was made. At any time
 * `messages_seen = messages_stored + messages_repeated + messages_filtered + messages_sampled
 * + messages_malformed + messages_dropped + messages_pending`.
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
>;
