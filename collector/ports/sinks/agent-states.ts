import type { AgentState } from '@sonde/shared/sinks/agent-state.ts';

export interface AgentStates {
  /** Agents of these locations, of all if none is named: those that were heard of last, at most that many. */
  latest(locationIds: readonly number[], most: number): Promise<AgentState[]>;
}
