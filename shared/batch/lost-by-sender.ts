import type { Ledger } from './metadata.ts';

/** Counts the packets, messages and rows that a sender says that it lost. */
export function lostBySender(ledger: Ledger): number {
  return [ledger.packets_dropped, ledger.messages_dropped, ledger.rows_dropped]
    .flatMap((reasons) => Object.values(reasons))
    .reduce((sum, count) => sum + count, 0);
}
