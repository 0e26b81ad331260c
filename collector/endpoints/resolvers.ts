import { comparePolicyVersions } from './resolvers/compare-policy-versions.ts';
import { createPolicyRule } from './resolvers/create-policy-rule.ts';
import { createPolicySource } from './resolvers/create-policy-source.ts';
import { deletePolicyRule } from './resolvers/delete-policy-rule.ts';
import { deletePolicySource } from './resolvers/delete-policy-source.ts';
import { deleteResolver } from './resolvers/delete-resolver.ts';
import { getPolicy } from './resolvers/get-policy.ts';
import { getResolverStats } from './resolvers/get-resolver-stats.ts';
import { listPolicyRules } from './resolvers/list-policy-rules.ts';
import { listPolicySources } from './resolvers/list-policy-sources.ts';
import { listPolicyVersions } from './resolvers/list-policy-versions.ts';
import { listResolvers } from './resolvers/list-resolvers.ts';
import { previewPolicyRule } from './resolvers/preview-policy-rule.ts';
import { queryVerdict } from './resolvers/query-verdict.ts';
import { reconcileResolver } from './resolvers/reconcile-resolver.ts';
import { registerResolver } from './resolvers/register-resolver.ts';
import { rollBackPolicy } from './resolvers/roll-back-policy.ts';
import { submitAlerts } from './resolvers/submit-alerts.ts';
import { updatePolicyRule } from './resolvers/update-policy-rule.ts';
import { uploadStatistics } from './resolvers/upload-statistics.ts';

/** The endpoints of resolvers and of their policy. */
export const resolverEndpoints = [
  registerResolver,
  getPolicy,
  listPolicyRules,
  createPolicyRule,
  updatePolicyRule,
  deletePolicyRule,
  listPolicyVersions,
  comparePolicyVersions,
  rollBackPolicy,
  previewPolicyRule,
  listPolicySources,
  createPolicySource,
  deletePolicySource,
  listResolvers,
  deleteResolver,
  reconcileResolver,
  queryVerdict,
  submitAlerts,
  uploadStatistics,
  getResolverStats,
] as const;
