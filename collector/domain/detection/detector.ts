import type { Sighting } from '../../ports/threats/threats.ts';
import type { BatchRows } from './batch-rows.ts';

/**
 * A detector looks at the rows of one batch. The same rows and settings give the same sightings, whenever they are
 * replayed.
 */
export interface Detector {
  readonly name: string;
  examine(rows: BatchRows): Sighting[];
  /** The same, giving the turn to others at each step, if all rows at once would take long. */
  examineInTurns?(rows: BatchRows): Generator<undefined, Sighting[]>;
}
