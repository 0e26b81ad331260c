import type { Ledger } from '../batch/metadata.ts';

/** An agent state tells how a sender of batches does. */
export interface AgentState {
  /** The agent's number, as in the API. */
  readonly id: number;
  readonly locationId: number;
  readonly location: string;
  /** The identity that the sender gave itself. */
  readonly uuid: string;
  readonly software: string;
  readonly host: string;
  readonly lastSeenAt: Date;
  /** Rows that were accepted in all its runs. */
  readonly rows: number;
  /** What it counted itself in its present run; null for the JSON road, which counts nothing. */
  readonly ledger: Ledger | null;
}
