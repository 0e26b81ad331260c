import type { DetectionRuleStores, DetectionRules } from '../../domain/detection/detection-rules.ts';
import { defineJob } from '../define-job.ts';

export const refreshDetectionRules = defineJob<
  DetectionRuleStores & { readonly detectionRules: Pick<DetectionRules, 'refresh'> }
>({
  name: 'refresh-detection-rules',
  summary:
    'Takes over exclusions, settings of locations and canaries, on whichever collector they were made.',
  everySeconds: 5,
  beforeReady: true,
  run: ({ detectionRules, ...stores }) => detectionRules.refresh(stores),
});
