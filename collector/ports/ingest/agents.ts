import type { BatchMetadata } from '@sonde/shared/batch/metadata.ts';

/** An agent is a sender of batches: an installed capture agent or resolver plugin, or the JSON road of a location. */
export interface Agent {
  readonly id: number;
  readonly locationId: number;
  /** The identity that the sender gave itself. */
  readonly uuid: string;
  readonly software: string;
  readonly host: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Its newest batch said this of its sender; null for the JSON road. */
  readonly metadata: BatchMetadata | null;
}

export interface AgentStore {
  /** The id for a sender at a location, made at its first batch. */
  identify(sender: { locationId: number; uuid: string; software: string; host: string }): Promise<number>;
  list(locationIds: readonly number[]): Promise<Agent[]>;
}
