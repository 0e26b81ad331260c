import { deliverNotifications } from './deliver-notifications.ts';
import { enforceRetention } from './enforce-retention.ts';
import { followDatasetSettings, followFeedSettings } from './follow-source-settings.ts';
import { forgetLoginAttempts } from './forget-login-attempts.ts';
import { forgetOldAddresses } from './forget-old-addresses.ts';
import { forgetOldAuditEntries } from './forget-old-audit-entries.ts';
import { forgetOldBatches } from './forget-old-batches.ts';
import { forgetOldDeliveries } from './forget-old-deliveries.ts';
import { forgetOldFingerprints } from './forget-old-fingerprints.ts';
import { forgetOldResolverReports } from './forget-old-resolver-reports.ts';
import { forgetOldRuns } from './forget-old-runs.ts';
import { forgetOldScans } from './forget-old-scans.ts';
import { forgetOldSessions } from './forget-old-sessions.ts';
import { forgetOldUsage } from './forget-old-usage.ts';
import { loadDatasets } from './load-datasets.ts';
import { monitorDomains } from './monitor-domains.ts';
import { recordKeyUse } from './record-key-use.ts';
import { refreshAskedDatasets, refreshDatasets } from './refresh-datasets.ts';
import { refreshDetectionRules } from './refresh-detection-rules.ts';
import { refreshFeeds } from './refresh-feeds.ts';
import { refreshIndicators } from './refresh-indicators.ts';
import { refreshPolicySources } from './refresh-policy-sources.ts';
import { reloadContent } from './reload-content.ts';
import { runBulkJobs } from './run-bulk-jobs.ts';
import { shareUsage } from './share-usage.ts';
import { watchBrokenParts } from './watch-broken-parts.ts';
import { writeComplianceReports } from './write-compliance-reports.ts';

/** Every job of the collector. */
export const jobs = [
  enforceRetention,
  refreshIndicators,
  refreshDetectionRules,
  loadDatasets,
  followDatasetSettings,
  refreshDatasets,
  refreshAskedDatasets,
  followFeedSettings,
  refreshFeeds,
  refreshPolicySources,
  reloadContent,
  deliverNotifications,
  monitorDomains,
  runBulkJobs,
  writeComplianceReports,
  forgetOldBatches,
  recordKeyUse,
  shareUsage,
  watchBrokenParts,
  forgetOldSessions,
  forgetOldUsage,
  forgetLoginAttempts,
  forgetOldAddresses,
  forgetOldAuditEntries,
  forgetOldRuns,
  forgetOldDeliveries,
  forgetOldFingerprints,
  forgetOldScans,
  forgetOldResolverReports,
];
