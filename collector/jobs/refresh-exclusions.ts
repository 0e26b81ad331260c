import type { DetectionRules } from '../domain/detection/detection-rules.ts';
import type { ExclusionStore } from '../ports/threats/exclusions.ts';
import { defineJob } from './define-job.ts';

export const refreshExclusions = defineJob<{
  readonly detectionRules: DetectionRules;
  readonly exclusions: Pick<ExclusionStore, 'inForce'>;
}>({
  name: 'refresh-exclusions',
  summary: 'Takes over what accounts exclude from detection, on whichever collector they said so.',
  everySeconds: 5,
  beforeReady: true,
  run: ({ detectionRules, exclusions }) => detectionRules.refresh(exclusions),
});
