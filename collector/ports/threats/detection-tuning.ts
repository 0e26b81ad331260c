import type { Json } from '@sonde/shared/documents/canonical-json.ts';

/** Detection changes are the changes of a location about detection: parts of the settings by their names. */
export type DetectionChanges = { readonly [part: string]: Json };

export interface DetectionTuning {
  /** An empty object if the location changes nothing. */
  changes(locationId: number): Promise<DetectionChanges>;
  /** Replaces all changes; an empty object takes them back. */
  change(locationId: number, changes: DetectionChanges): Promise<void>;
  /** Lists the changes of all locations that change something. */
  inForce(): Promise<{ readonly locationId: number; readonly changes: DetectionChanges }[]>;
}
