import type { Topology } from './topology.ts';

/**
 * A migration is one step of the schema. Its statements may run again after a crash, so each says IF NOT EXISTS or the
 * like.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  statements(topology: Topology): readonly string[];
}
