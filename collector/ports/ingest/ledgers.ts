import type { BatchMetadata, Ledger } from '@sonde/shared/batch/metadata.ts';

/**
 * A run ledger describes one start of a sender, as the collectors saw it: what arrived, what is missing, and what the
 * sender counted.
 */
export interface RunLedger {
  readonly agentId: number;
  readonly runId: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** The least and the greatest sequence among its batches. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Different sequences that arrived. */
  readonly batches: number;
  /** Sequences from 1 to the last that have not arrived: still on their way, or lost. */
  readonly missing: number;
  readonly rows: number;
  readonly rejectedRows: number;
  /** Metadata of the batch with the greatest sequence; its counters are totals since the run began. */
  readonly metadata: BatchMetadata;
}

/** A run's hour has the run's counts at the end of an hour in which it was heard of: totals since it began. */
export interface RunHour {
  readonly agentId: number;
  readonly runId: string;
  readonly runStartedAt: Date;
  /** Its start, of UTC. */
  readonly hour: Date;
  readonly rows: number;
  readonly rejectedRows: number;
  readonly missing: number;
  readonly ledger: Ledger;
}

/** A stretch has the sequences from one to another, both ends included. */
export interface SequenceStretch {
  readonly from: number;
  readonly to: number;
}

/** The ledger store keeps the collectors' half of the loss ledger; the senders' half is in the metadata. */
export interface LedgerStore {
  /** The latest runs of these agents, newest first, at most that many of each. */
  runs(agentIds: readonly number[], latest: number): Promise<RunLedger[]>;
  /** The first gaps in a run, lowest first; empty if the run is unknown. */
  missing(agentId: number, runId: string, limit: number): Promise<SequenceStretch[]>;
  /** Counts what was accepted of each agent in all its runs, batches without a number included. */
  totals(
    agentIds: readonly number[],
  ): Promise<Map<number, { batches: number; rows: number; rejectedRows: number }>>;
  /** Writes down what the runs that were heard of in the last minutes have counted, as of the hour in which that was. */
  markHours(): Promise<void>;
  /**
   * The hours of these agents' runs from one time to another, run by run in their order, each run with its last hour before
   * if there is one.
   */
  hours(agentIds: readonly number[], from: Date, to: Date): Promise<RunHour[]>;
  /** Forgets runs that were last heard of before that time, save for each agent's latest, and hours before it. */
  forgetBefore(time: Date): Promise<number>;
}
