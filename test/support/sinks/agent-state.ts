import type { AgentState } from '../../../shared/sinks/agent-state.ts';

/** An agent that was heard of just now. */
export function agentState(id: number, change: Partial<AgentState> = {}): AgentState {
  return {
    id,
    locationId: 1,
    location: 'Office',
    uuid: `00000000-0000-4000-8000-00000000000${id}`,
    software: 'sonde-agent 0.2.0',
    host: `gateway-${id}`,
    lastSeenAt: new Date(),
    rows: 1_000,
    ledger: null,
    ...change,
  };
}
