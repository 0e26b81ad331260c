import type { BatchRows } from './batch-rows.ts';
import type { Report } from './report.ts';
import type { DetectionSettings } from './settings.ts';

/**
 * A row detector is one way of finding threats in a stream of rows. Time is what the rows say, state is bounded, and
 * nothing is drawn by chance, so that stored rows replayed in their order give the same sightings.
 */
export interface RowDetector {
  /** In snake case: the `type` of the threats that it raises, unless it raises several. */
  readonly name: string;
  /** It sees rows with one of these traits alone (`rows/row-traits.ts`); all if absent. */
  readonly needs?: number;
  /** Tells whether it has nothing to look for under these settings. */
  readonly isIdle?: (settings: DetectionSettings) => boolean;
  /** Its bounded tables, which count what they had to forget. */
  readonly tables?: readonly { readonly forgotten: number }[];
  observe(row: BatchRows, settings: DetectionSettings, report: Report): void;
}
