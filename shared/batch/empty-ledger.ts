import type { Ledger } from './metadata.ts';

/** The empty ledger is a ledger in which nothing has happened. */
export const emptyLedger: Ledger = {
  packets_captured: 0,
  packets_dropped: {},
  packets_other: 0,
  messages_seen: 0,
  messages_stored: 0,
  messages_repeated: 0,
  messages_filtered: 0,
  messages_sampled: 0,
  messages_malformed: {},
  messages_dropped: {},
  messages_pending: 0,
  rows_stored: 0,
  rows_dropped: {},
};
