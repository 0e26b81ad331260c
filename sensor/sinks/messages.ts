import type { MessagePort } from 'node:worker_threads';
import type { BatchContent } from '@sonde/shared/batch/envelope.ts';
import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import type { QueryFilter } from '@sonde/shared/sinks/query-filter.ts';

export const chosenConnections = ['all', 'ended'] as const;
export type ChosenConnections = (typeof chosenConnections)[number];

/** A chosen sink is a receiver that rows are passed on to beside the collector. */
export interface ChosenSink {
  readonly name: string;
  readonly kind: string;
  readonly presentation: PresentationId;
  readonly queries: boolean;
  /** Which tellings of connections of encrypted DNS are passed on: all, or those of connections that have ended; undefined for none. */
  readonly connections: ChosenConnections | undefined;
  /** Of queries. */
  readonly filter: QueryFilter;
  /** As its kind reads it. */
  readonly config: unknown;
  readonly secret?: string | undefined;
}

/** The sink settings configure the thread of the sinks at its start. */
export interface SinkSettings {
  readonly sinks: readonly ChosenSink[];
  /** Where each sink's batches wait, in a directory of its name. */
  readonly spoolDirectory: string;
  /** Where sinks of the kind `files` write. */
  readonly filesDirectory: string;
  /** Bytes of batches that wait on disk for one sink, at most. */
  readonly spoolBytes: number;
  readonly host: string;
  readonly runId: string;
}

/** The sink places name the stages at which a sink loses rows. */
export type SinkPlace = 'queue' | 'spool' | 'damaged';

/** A sink state describes the progress of one sink; rows are queries and tellings of connections that it asked for, of this run: those of earlier runs are counted apart. */
export interface SinkState {
  readonly name: string;
  readonly kind: string;
  readonly rows_offered: number;
  readonly rows_delivered: number;
  /** Rows that the sink's filter left out, or of which its presentation shows nothing. */
  readonly rows_filtered: number;
  /** Rows that the receiver will never take. */
  readonly rows_refused: number;
  readonly rows_dropped: Readonly<Record<SinkPlace, number>>;
  readonly rows_waiting: number;
  /** Rows of earlier runs that were delivered, and that were lost or refused; those that were filtered are not counted. */
  readonly earlier: { readonly delivered: number; readonly lost: number };
  readonly waiting_bytes: number;
  readonly max_bytes: number;
  /** Attempts that failed, and the reason of the last one, while it goes on failing. */
  readonly failures: number;
  readonly error: string | null;
}

/** A function of this type tells people something. */
export type TellSinks = (level: 'info' | 'warn' | 'error', message: string) => void;

/** A feed message is what the shipper's thread tells the sinks' thread. */
export type FeedMessage =
  | {
      readonly kind: 'batch';
      readonly batchId: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly rows: number;
      readonly content: BatchContent;
    }
  /** Rows that found no room on the way. */
  | { readonly kind: 'lost'; readonly rows: number; readonly content: BatchContent }
  /** Nothing more comes. */
  | { readonly kind: 'end' };

export interface SinkThread extends SinkSettings {
  /** Brings batches, and takes the bytes of those that were put away. */
  readonly feed: MessagePort;
}

export type ToSinks = { readonly kind: 'stop'; readonly milliseconds: number };

export type FromSinks =
  | { readonly kind: 'ready' | 'state' | 'stopped'; readonly states: readonly SinkState[] }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
