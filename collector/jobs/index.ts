import { enforceRetention } from './enforce-retention.ts';
import { forgetOldBatches } from './forget-old-batches.ts';
import { forgetOldUsage } from './forget-old-usage.ts';
import { recordKeyUse } from './record-key-use.ts';
import { refreshIndicators } from './refresh-indicators.ts';
import { shareUsage } from './share-usage.ts';

/** Every job of the collector. */
export const jobs = [
  enforceRetention,
  refreshIndicators,
  forgetOldBatches,
  recordKeyUse,
  shareUsage,
  forgetOldUsage,
];
