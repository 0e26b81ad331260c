import type { Row } from './row.ts';

/** A seen row is a row on its way out, with who saw it: the collector knows numbers of a location and an agent, a sensor the name of its machine. */
export interface SeenRow extends Row {
  readonly locationId?: number;
  readonly agentId?: number;
  readonly sensor?: string;
}
