import { forgetOldBatches } from './forget-old-batches.ts';
import { recordKeyUse } from './record-key-use.ts';
import { refreshIndicators } from './refresh-indicators.ts';

/** Every job of the collector. */
export const jobs = [refreshIndicators, forgetOldBatches, recordKeyUse];
