import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';
import type { TransactionTable } from '../pairing/transaction-table.ts';

/** A transaction witness is told of transactions with the messages that they are made of. What it is given is good until the call returns. */
export interface TransactionWitness {
  /** Is told of a query that was taken into a slot. */
  query(slot: number, query: MessageReader): void;
  /** Is told that the transaction of a slot has ended as a row: by its response, or without one, or by one that was told of as malformed. */
  ended(slot: number, table: TransactionTable, response: MessageReader | undefined): void;
  /** Is told of a malformed message `bytes[start, end)`. */
  malformed(origin: MessageOrigin, bytes: Uint8Array, start: number, end: number, overTcp: boolean): void;
}
