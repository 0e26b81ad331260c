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
  /** Figures beside the ledger, by name: what reassembly and the tables had to give up, and how full they are. */
  readonly diagnostics: Readonly<Record<string, number>>;
  readonly queue: { readonly rows: number; readonly bytes: number; readonly max_bytes: number };
  readonly delivery: DeliveryState;
  readonly event_loop_gap_ms: { readonly max: number; readonly p99: number };
  readonly memory_bytes: number;
}
