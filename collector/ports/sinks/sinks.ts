import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { SinkStream } from '@sonde/shared/sinks/define-sink.ts';
import type { QueryFilter } from '@sonde/shared/sinks/query-filter.ts';
import type { Threat } from '../threats/threats.ts';

/** A sink's filter chooses what is passed on to the sink. Threats are never left out by the part for queries. */
export interface SinkFilter extends QueryFilter {
  /** Empty for all locations. */
  readonly locationIds: readonly number[];
  /** Threats below that are left out. */
  readonly leastSeverity: Severity;
}

/** A new sink is a receiver outside, as an administrator describes it. */
export interface NewSink {
  /** The name that people call the sink, and no other. */
  readonly name: string;
  readonly kind: string;
  readonly presentation: string;
  readonly queries: boolean;
  readonly threats: boolean;
  readonly config: { readonly [key: string]: Json };
  readonly filter: SinkFilter;
  /** A secret that only the secret box opens. */
  readonly sealed: string | null;
}

export interface Sink extends NewSink {
  readonly id: number;
  readonly paused: boolean;
  readonly createdAt: Date;
}

/**
 * A sink's place tells how far it has come in a stream. Of queries: the batch's sequence on this collector and the
 * octet within it. Of threats: the transaction and the number of the last change.
 */
export interface SinkPlace {
  readonly major: number;
  readonly minor: number;
}

/**
 * A sink's position is kept for each stream: queries are each collector's own to pass on; threats are all collectors'
 * (an empty collector).
 */
export interface SinkPosition {
  readonly sinkId: number;
  readonly stream: Exclude<SinkStream, 'connections'>;
  readonly collectorId: string;
}

export interface SinkCounts {
  readonly delivered: number;
  /** Left out by the filter, or since there was nothing to show. */
  readonly filtered: number;
  /** Records that the receiver will never take. */
  readonly refused: number;
  /** Gone before they could be passed on. */
  readonly lost: number;
}

export interface SinkProgress extends SinkPosition, SinkCounts {
  readonly place: SinkPlace;
  readonly batches: number;
  readonly deliveredAt: Date | null;
  /** Since when the oldest that is not delivered waits. */
  readonly waitingSince: Date | null;
  readonly waitingBytes: number;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
}

export interface SinkStep {
  readonly place: SinkPlace;
  readonly counts: SinkCounts;
  /** Whether anything went out. */
  readonly sent: boolean;
  readonly waitingSince: Date | null;
  readonly waitingBytes: number;
}

export interface SinkStore {
  list(): Promise<Sink[]>;
  find(name: string): Promise<Sink | undefined>;
  /** `taken` if the name is, `full` if there are as many as may be. */
  add(sink: NewSink, most: number): Promise<Sink | 'taken' | 'full'>;
  /** False if there is no such sink. */
  pause(name: string, paused: boolean): Promise<boolean>;
  /** With all that is known of its progress. */
  remove(name: string): Promise<boolean>;
  progress(): Promise<SinkProgress[]>;
  /** The place of a sink, which is this one if it has none. Undefined if the sink is gone. */
  begin(position: SinkPosition, place: SinkPlace): Promise<SinkPlace | undefined>;
  /** False if the sink is gone. */
  settle(position: SinkPosition, step: SinkStep): Promise<boolean>;
  fail(
    position: SinkPosition,
    message: string,
    waiting: Pick<SinkStep, 'waitingSince' | 'waitingBytes'>,
  ): Promise<void>;
  /** Counts rows of a batch that are gone for all sinks that have not come past it. Returns the names of those sinks. */
  lose(collectorId: string, sequence: number, rows: number): Promise<string[]>;
  /** The largest sequence that any place of that collector names. */
  furthest(collectorId: string): Promise<number>;
}

/** A threat change is something that became of a threat: the threat as it was then. */
export interface ThreatChange {
  readonly place: SinkPlace;
  readonly id: number;
  readonly change: 'opened' | 'worsened' | 'resolved' | 'reopened';
  readonly at: Date;
  readonly threat: Threat;
}

/** Threat changes come in an order in which nothing comes in later. Kept while there is a sink for them. */
export interface ThreatChanges {
  /** The first so many behind a place. */
  after(place: SinkPlace, most: number): Promise<ThreatChange[]>;
  /** The end: all that comes in later is behind it. */
  end(): Promise<SinkPlace>;
  /** Forgets what all sinks have, and what is older than that; the latter is counted as lost. Returns how many were lost. */
  forget(before: Date): Promise<number>;
}
