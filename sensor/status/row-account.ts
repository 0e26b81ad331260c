import type { FlowLedger, Ledger } from '@sonde/shared/batch/metadata.ts';
import type { DeliveryState } from '../ship/messages.ts';
import type { SinkState } from '../sinks/messages.ts';

/** A row account states the ledger, the queue and the delivery of rows at one moment. */
export interface RowAccount {
  readonly ledger: Ledger;
  readonly queue: { readonly rows: number; readonly bytes: number; readonly max_bytes: number };
  readonly delivery: DeliveryState;
  /** The receivers beside the collector; absent if there can be none. */
  readonly sinks?: readonly SinkState[];
}

/** The unaccounted counts are the remainder of a ledger's sums; they are zero if nothing is lost silently. */
export interface Unaccounted {
  readonly messages: number;
  readonly rows: number;
  /** Connections of encrypted DNS. */
  readonly flows: number;
  /** Rows that were offered to sinks. */
  readonly sinks: number;
}

/** Counts the messages and rows of this run that no counter tells of. */
export function unaccounted(report: RowAccount): Unaccounted {
  const { ledger, delivery, queue } = report;
  const messages =
    ledger.messages_stored +
    ledger.messages_repeated +
    ledger.messages_filtered +
    ledger.messages_sampled +
    sum(ledger.messages_malformed) +
    sum(ledger.messages_dropped) +
    ledger.messages_pending;
  const rows =
    delivery.rowsAccepted +
    delivery.rowsRejected +
    delivery.rowsOpen +
    delivery.spool.ownRows +
    queue.rows +
    sum(ledger.rows_dropped);
  return {
    messages: ledger.messages_seen - messages,
    rows: ledger.rows_stored - rows,
    flows: unaccountedFlows(ledger.encrypted_flows),
    sinks: (report.sinks ?? []).reduce((total, sink) => total + unaccountedOfSink(sink), 0),
  };
}

function unaccountedFlows(flows: FlowLedger | undefined): number {
  if (flows === undefined) return 0;
  const { seen, stored, filtered, sampled, dropped, foreign, pending } = flows;
  return seen - stored - filtered - sampled - sum(dropped) - foreign - pending;
}

function unaccountedOfSink(sink: SinkState): number {
  const { rows_offered, rows_delivered, rows_filtered, rows_refused, rows_waiting, rows_dropped } = sink;
  return rows_offered - rows_delivered - rows_filtered - rows_refused - rows_waiting - sum(rows_dropped);
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
