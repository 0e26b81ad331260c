import type { MessagePort } from 'node:worker_threads';
import type { Ledger, Treatment } from '@sonde/shared/batch/metadata.ts';
import type { Losses } from './losses.ts';

/** A sender identifies the program and the run that a batch comes from. */
export interface Sender {
  readonly agentId: string;
  readonly runId: string;
  /** Name and version of the program. */
  readonly software: string;
  readonly host: string;
}

/** A destination names the collectors that take batches, and the key for them. */
export interface Destination {
  readonly collectors: readonly string[];
  readonly key: string;
  /** PEM of the authorities that may vouch for a collector; undefined for the system's own. */
  readonly authorities: string | undefined;
  /** The certificate that is shown to collectors, and its key, in PEM; undefined for none. */
  readonly client?: { readonly certificate: string; readonly key: string } | undefined;
}

/** The shipper settings configure the worker at its start. */
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
  /** Takes each batch of rows for the sinks; absent if there are none. */
  readonly sinkFeed?: MessagePort | undefined;
}

/** A batch close holds the capture side's figures at the moment that a batch is closed. */
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
  | { readonly kind: 'flows'; readonly bytes: Uint8Array<ArrayBuffer>; readonly count: number }
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

/**
 * A condition states the last result of a collector: `untried` until the first answer; `ready` after a batch was taken.
 */
export type CollectorCondition =
  | 'untried'
  | 'ready'
  | 'unreachable'
  | 'busy'
  | 'unauthorized'
  | 'not_a_collector';

/** A collector state describes the connection to one collector. Times are milliseconds since 1970. */
export interface CollectorState {
  readonly url: string;
  readonly condition: CollectorCondition;
  readonly retryAt: number | undefined;
  readonly lastSuccessAt: number | undefined;
  readonly lastError: string | undefined;
  /** The time by which the collector's clock is ahead of ours, to the second; undefined until it answered. */
  readonly clockAhead: number | undefined;
}

/**
 * The delivery state describes the progress of shipping; counts are of this run, and batches of earlier runs are
 * counted apart.
 */
export interface DeliveryState {
  readonly batchesBuilt: number;
  /** Rows that are in no finished batch yet. */
  readonly rowsOpen: number;
  readonly batchesAccepted: number;
  readonly batchesDuplicate: number;
  readonly rowsAccepted: number;
  /** Rows that the collector took out of batches that it accepted. */
  readonly rowsRejected: number;
  readonly bytesSent: number;
  readonly losses: Losses;
  readonly earlier: { readonly rowsAccepted: number; readonly rowsLost: number };
  readonly spool: {
    readonly batches: number;
    readonly rows: number;
    /** Rows of this run. */
    readonly ownRows: number;
    readonly bytes: number;
    readonly maxBytes: number;
    readonly memoryBytes: number;
    /** Milliseconds since 1970, of the oldest batch. */
    readonly oldestAt: number | undefined;
    readonly diskError: string | undefined;
  };
  readonly batchesRefused: number;
  readonly collectors: readonly CollectorState[];
  readonly lastError: string | undefined;
}
