import type { DeliveryState } from '@sonde/sensor/ship/delivery-state.ts';
import type { Ledger, Treatment } from '@sonde/shared/batch/metadata.ts';
import type { InputState } from '../run/captures.ts';

/** What a running agent says of itself. */
export interface StatusReport {
  readonly software: string;
  readonly node: string;
  readonly agent_id: string;
  readonly run_id: string;
  readonly pid: number;
  readonly host: string;
  readonly started_at: string;
  readonly uptime_seconds: number;
  readonly state_directory: string;
  readonly inputs: readonly InputState[];
  readonly treatment: Treatment;
  readonly ledger: Ledger;
  readonly queue: { readonly rows: number; readonly bytes: number; readonly max_bytes: number };
  readonly delivery: DeliveryState;
  readonly event_loop_gap_ms: { readonly max: number; readonly p99: number };
  readonly memory_bytes: number;
}

/** What the sums of a ledger leave over; zero everywhere when nothing is lost silently. */
export interface Unaccounted {
  readonly messages: number;
  readonly rows: number;
}

/** Messages and rows of this run that no counter tells of. */
export function unaccounted(report: StatusReport): Unaccounted {
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
  return { messages: ledger.messages_seen - messages, rows: ledger.rows_stored - rows };
}

export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
