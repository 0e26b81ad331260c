import type { Sighting } from '../../ports/threats.ts';
import type { BatchRows } from './batch-rows.ts';

/** Looks at the rows of one batch. The same rows and settings give the same sightings, whenever they are replayed. */
export interface Detector {
  readonly name: string;
  examine(rows: BatchRows): Sighting[];
}
