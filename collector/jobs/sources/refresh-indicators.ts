import type { IndicatorMatcher } from '../../domain/detection/indicator-matcher.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';
import { defineJob } from '../define-job.ts';

export const refreshIndicators = defineJob<{
  readonly matcher: IndicatorMatcher;
  readonly indicators: Pick<IndicatorStore, 'load' | 'version'>;
}>({
  name: 'refresh-indicators',
  summary:
    'Loads the indicators into memory when they have changed, on whichever collector they were imported.',
  everySeconds: 3,
  beforeReady: true,
  run: ({ matcher, indicators }) => matcher.refresh(indicators),
});
