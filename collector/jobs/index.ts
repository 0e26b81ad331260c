import { deliverNotifications } from './deliver-notifications.ts';
import { lookUpClientNames, readLeaseFiles } from './find-client-names.ts';
import { followSinks, forgetThreatChanges } from './follow-sinks.ts';
import { followZones } from './follow-zones.ts';
import { enforceRetention } from './forgetting/enforce-retention.ts';
import { forgetLoginAttempts } from './forgetting/forget-login-attempts.ts';
import { forgetOldAddresses } from './forgetting/forget-old-addresses.ts';
import { forgetOldAuditEntries } from './forgetting/forget-old-audit-entries.ts';
import { forgetOldBatches } from './forgetting/forget-old-batches.ts';
import { forgetOldCertificates } from './forgetting/forget-old-certificates.ts';
import { forgetOldDeliveries } from './forgetting/forget-old-deliveries.ts';
import { forgetOldFingerprints } from './forgetting/forget-old-fingerprints.ts';
import { forgetOldResolverReports } from './forgetting/forget-old-resolver-reports.ts';
import { forgetOldRuns, markAgentHours } from './forgetting/forget-old-runs.ts';
import { forgetOldScans } from './forgetting/forget-old-scans.ts';
import { forgetOldSessions } from './forgetting/forget-old-sessions.ts';
import { forgetOldUsage } from './forgetting/forget-old-usage.ts';
import { gatherCases } from './gather-cases.ts';
import { judgeCertificates } from './judge-certificates.ts';
import { keepSites } from './keep-sites.ts';
import { monitorDomains } from './monitor-domains.ts';
import { readFigures } from './read-figures.ts';
import { recordKeyUse } from './record-key-use.ts';
import { recordOrigins } from './record-origins.ts';
import { mailReports } from './reports/mail-reports.ts';
import { runComplianceSchedules, tellOfComplianceReports } from './reports/run-compliance-schedules.ts';
import { writeComplianceReports } from './reports/write-compliance-reports.ts';
import { runBulkJobs } from './run-bulk-jobs.ts';
import { runRangeJobs } from './run-range-jobs.ts';
import { scoreAddresses } from './score-addresses.ts';
import { shareUsage } from './share-usage.ts';
import { followDatasetSettings, followFeedSettings } from './sources/follow-source-settings.ts';
import { loadDatasets } from './sources/load-datasets.ts';
import { refreshAddressBooks } from './sources/refresh-address-books.ts';
import { refreshAskedDatasets, refreshDatasets } from './sources/refresh-datasets.ts';
import { refreshDetectionRules } from './sources/refresh-detection-rules.ts';
import { refreshFeeds } from './sources/refresh-feeds.ts';
import { refreshIndicators } from './sources/refresh-indicators.ts';
import { refreshPolicySources } from './sources/refresh-policy-sources.ts';
import { refreshTechnologyRules } from './sources/refresh-technology-rules.ts';
import { reloadContent } from './sources/reload-content.ts';
import { tellUnrenewed } from './tell-unrenewed.ts';
import { watchBrokenParts } from './watch-broken-parts.ts';
import { followWatches, watchDomains } from './watch-domains.ts';
import { writeAccountExports } from './write-account-exports.ts';

export const jobs = [
  enforceRetention,
  refreshIndicators,
  refreshDetectionRules,
  loadDatasets,
  followDatasetSettings,
  refreshDatasets,
  refreshAskedDatasets,
  recordOrigins,
  followFeedSettings,
  refreshFeeds,
  refreshAddressBooks,
  refreshTechnologyRules,
  refreshPolicySources,
  reloadContent,
  gatherCases,
  keepSites,
  deliverNotifications,
  followSinks,
  mailReports,
  monitorDomains,
  followWatches,
  watchDomains,
  judgeCertificates,
  tellUnrenewed,
  runBulkJobs,
  runComplianceSchedules,
  writeComplianceReports,
  writeAccountExports,
  scoreAddresses,
  tellOfComplianceReports,
  runRangeJobs,
  forgetOldBatches,
  forgetOldCertificates,
  recordKeyUse,
  shareUsage,
  watchBrokenParts,
  readFigures,
  forgetOldSessions,
  forgetOldUsage,
  forgetLoginAttempts,
  forgetOldAddresses,
  forgetOldAuditEntries,
  forgetOldRuns,
  markAgentHours,
  forgetOldDeliveries,
  forgetThreatChanges,
  forgetOldFingerprints,
  forgetOldScans,
  forgetOldResolverReports,
  readLeaseFiles,
  lookUpClientNames,
  followZones,
];
