import type { Ledger, Treatment } from '@sonde/shared/batch/metadata.ts';
import type { DeliveryState } from './delivery-state.ts';

/** Who a batch is from. */
export interface Sender {
  readonly agentId: string;
  readonly runId: string;
  /** Name and version of the program. */
  readonly software: string;
  readonly host: string;
}

/** Where batches go, and under which key. */
export interface Destination {
  readonly collectors: readonly string[];
  readonly key: string;
  /** PEM of the authorities that may vouch for a collector; undefined for those of the system. */
  readonly authorities: string | undefined;
}

/** What the worker is started with. */
export interface ShipperSettings {
  readonly sender: Sender;
  readonly destination: Destination;
  readonly spoolDirectory: string;
  readonly refusedDirectory: string;
  readonly spoolBytes: number;
  readonly spoolMemoryBytes: number;
  readonly refusedBytes: number;
  /** Milliseconds. */
  readonly requestTime: number;
  /** Milliseconds. */
  readonly heartbeat: number;
}

/** What the capture side knows at the moment that a batch is closed. */
export interface BatchClose {
  /** The ledger without what was lost behind the queue, which the worker adds. */
  readonly ledger: Ledger;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly inputs: readonly string[];
  readonly treatment: Treatment;
}

export type ToWorker =
  | {
      readonly kind: 'rows';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly count: number;
      readonly messages: number;
    }
  | { readonly kind: 'close'; readonly close: BatchClose; readonly final: boolean }
  | { readonly kind: 'destination'; readonly destination: Destination }
  | { readonly kind: 'stop'; readonly milliseconds: number };

export type FromWorker =
  | { readonly kind: 'ready'; readonly state: DeliveryState }
  /** Rows have left the queue; the state counts them now. */
  | { readonly kind: 'taken'; readonly bytes: number; readonly rows: number; readonly state: DeliveryState }
  | { readonly kind: 'closed'; readonly state: DeliveryState }
  | { readonly kind: 'state'; readonly state: DeliveryState }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  | { readonly kind: 'stopped'; readonly state: DeliveryState }
  | { readonly kind: 'failed'; readonly message: string };
