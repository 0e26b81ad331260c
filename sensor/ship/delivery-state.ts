import type { Losses } from './losses.ts';

/** `untried` until the first answer; `ready` after a batch was taken. */
export type CollectorCondition =
  | 'untried'
  | 'ready'
  | 'unreachable'
  | 'busy'
  | 'unauthorized'
  | 'not_a_collector';

/** How it stands with one collector. Times are milliseconds since 1970. */
export interface CollectorState {
  readonly url: string;
  readonly condition: CollectorCondition;
  readonly retryAt: number | undefined;
  readonly lastSuccessAt: number | undefined;
  readonly lastError: string | undefined;
  /** How far the collector's clock is ahead of ours, to the second; undefined until it answered. */
  readonly clockAhead: number | undefined;
}

/** How it stands with shipping; counts are of this run, with batches of earlier runs told apart. */
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
