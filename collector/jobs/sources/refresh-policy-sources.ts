import type { PolicyAnnouncer } from '../../domain/traffic/resolvers/change-rules.ts';
import { refreshSources } from '../../domain/traffic/resolvers/change-sources.ts';
import type { PolicySourceStore } from '../../ports/resolvers/policy-sources.ts';
import { defineJob } from '../define-job.ts';

export const refreshPolicySources = defineJob<{
  readonly policySources: Pick<PolicySourceStore, 'refresh'>;
  readonly policyWatch: PolicyAnnouncer;
}>({
  name: 'refresh-policy-sources',
  summary: 'Makes rules of the indicators that accounts take as rules, when the indicators have changed.',
  everySeconds: 15,
  run: refreshSources,
});
