import type { PortsOf } from '../http/define-endpoint.ts';
import { getAddressBgp } from './addresses/get-address-bgp.ts';
import { getAddressHistory } from './addresses/get-address-history.ts';
import { getAddressReputation } from './addresses/get-address-reputation.ts';
import { getSystem } from './addresses/get-system.ts';
import { listDatasets } from './addresses/list-datasets.ts';
import { listHighRisk } from './addresses/list-high-risk.ts';
import { refreshDataset } from './addresses/refresh-dataset.ts';
import { reportAddress } from './addresses/report-address.ts';
import { scanAddress } from './addresses/scan-address.ts';
import { scanRange } from './addresses/scan-range.ts';
import { switchDataset } from './addresses/switch-dataset.ts';
import { cancelBulkJob } from './bulk/cancel-bulk-job.ts';
import { getBulkJob } from './bulk/get-bulk-job.ts';
import { listBulkJobs } from './bulk/list-bulk-jobs.ts';
import { listBulkResults } from './bulk/list-bulk-results.ts';
import { submitBulkJob } from './bulk/submit-bulk-job.ts';
import { listCertificateLogs } from './certificates/list-certificate-logs.ts';
import { listWatchedCertificates } from './certificates/list-watched-certificates.ts';
import { resumeCertificateLog } from './certificates/resume-certificate-log.ts';
import { searchCertificates } from './certificates/search-certificates.ts';
import { changeSchedule } from './compliance/change-schedule.ts';
import { createSchedule } from './compliance/create-schedule.ts';
import { deleteComplianceReport } from './compliance/delete-compliance-report.ts';
import { deleteSchedule } from './compliance/delete-schedule.ts';
import { generateReport } from './compliance/generate-report.ts';
import { getComplianceReport } from './compliance/get-compliance-report.ts';
import { getSigningKey } from './compliance/get-signing-key.ts';
import { listComplianceReports } from './compliance/list-compliance-reports.ts';
import { listFrameworks } from './compliance/list-frameworks.ts';
import { listSchedules } from './compliance/list-schedules.ts';
import { verifyComplianceReport } from './compliance/verify-compliance-report.ts';
import { listContentProblems } from './content/list-content-problems.ts';
import { changeDetectionSettings } from './detection/change-detection-settings.ts';
import { createCanary } from './detection/create-canary.ts';
import { getDetectionSettings } from './detection/get-detection-settings.ts';
import { listCanaries } from './detection/list-canaries.ts';
import { analyzeMultiSigner } from './dns-intelligence/analyze-multi-signer.ts';
import { analyzeServiceBindings } from './dns-intelligence/analyze-service-bindings.ts';
import { auditDnssec } from './dns-intelligence/audit-dnssec.ts';
import { decodeExtendedError } from './dns-intelligence/decode-extended-error.ts';
import { detectDrift } from './dns-intelligence/detect-drift.ts';
import { fingerprintDomain } from './dns-intelligence/fingerprint-domain.ts';
import { fingerprintResolver } from './dns-intelligence/fingerprint-resolver.ts';
import { getTechStack } from './dns-intelligence/get-tech-stack.ts';
import { getTopology } from './dns-intelligence/get-topology.ts';
import { judgeZone } from './dns-intelligence/judge-zone.ts';
import { listExtendedErrors } from './dns-intelligence/list-extended-errors.ts';
import { scoreReputation } from './dns-intelligence/score-reputation.ts';
import { testDoq } from './dns-intelligence/test-doq.ts';
import { testResolver } from './dns-intelligence/test-resolver.ts';
import { validateDnsConfig } from './dns-intelligence/validate-dns-config.ts';
import { validateZoneDigest } from './dns-intelligence/validate-zone-digest.ts';
import { validateZoneFile } from './dns-intelligence/validate-zone-file.ts';
import { compareStats } from './dns-monitoring/compare-stats.ts';
import { createExclusion } from './dns-monitoring/create-exclusion.ts';
import { createLocation } from './dns-monitoring/create-location.ts';
import { deleteExclusion } from './dns-monitoring/delete-exclusion.ts';
import { deleteLocation } from './dns-monitoring/delete-location.ts';
import { getQueryHistogram } from './dns-monitoring/get-query-histogram.ts';
import { getStats } from './dns-monitoring/get-stats.ts';
import { getStatus } from './dns-monitoring/get-status.ts';
import { ingestQueries } from './dns-monitoring/ingest-queries.ts';
import { listAgentLosses } from './dns-monitoring/list-agent-losses.ts';
import { listAgents } from './dns-monitoring/list-agents.ts';
import { listClientNames } from './dns-monitoring/list-client-names.ts';
import { listExclusions } from './dns-monitoring/list-exclusions.ts';
import { listLocations } from './dns-monitoring/list-locations.ts';
import { nameClients } from './dns-monitoring/name-clients.ts';
import { replayDetection } from './dns-monitoring/replay-detection.ts';
import { searchQueries } from './dns-monitoring/search-queries.ts';
import { updateLocation } from './dns-monitoring/update-location.ts';
import { getDomain } from './domain/get-domain.ts';
import { getDomainHistory } from './domain/get-domain-history.ts';
import { getLiveStats } from './domain/get-live-stats.ts';
import { listDomains } from './domain/list-domains.ts';
import { scanDomain } from './domain/scan-domain.ts';
import { searchDomains } from './domain/search-domains.ts';
import { submitFingerprint } from './fingerprints/submit-fingerprint.ts';
import { listFirstWatchAlerts } from './first-watch/list-first-watch-alerts.ts';
import { confirmMailReport } from './mail-reports/confirm-mail-report.ts';
import { createMailReport } from './mail-reports/create-mail-report.ts';
import { deleteMailReport } from './mail-reports/delete-mail-report.ts';
import { listMailReports } from './mail-reports/list-mail-reports.ts';
import { unsubscribeMailReport } from './mail-reports/unsubscribe-mail-report.ts';
import { listProducts } from './marketplace/list-products.ts';
import { getNameHistory } from './names/get-name-history.ts';
import { resolveEnsName } from './names/resolve-ens-name.ts';
import { resolveHandshakeName } from './names/resolve-handshake-name.ts';
import { resolveI2pName } from './names/resolve-i2p-name.ts';
import { resolveRegistryName } from './names/resolve-registry-name.ts';
import { resolveWeb3Name } from './names/resolve-web3-name.ts';
import { createChannel } from './notifications/create-channel.ts';
import { deleteChannel } from './notifications/delete-channel.ts';
import { listChannels } from './notifications/list-channels.ts';
import { listDeliveries } from './notifications/list-deliveries.ts';
import { retryDeliveries } from './notifications/retry-deliveries.ts';
import { testChannel } from './notifications/test-channel.ts';
import { getTimeline } from './passive-dns/get-timeline.ts';
import { listNewDomains } from './passive-dns/list-new-domains.ts';
import { listZones } from './passive-dns/list-zones.ts';
import { queryPassiveDns } from './passive-dns/query-passive-dns.ts';
import { peopleEndpoints } from './people.ts';
import { cancelRangeJob } from './range-jobs/cancel-range-job.ts';
import { getRangeJob } from './range-jobs/get-range-job.ts';
import { listRangeJobs } from './range-jobs/list-range-jobs.ts';
import { listRangeResults } from './range-jobs/list-range-results.ts';
import { submitRangeJob } from './range-jobs/submit-range-job.ts';
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
import { eraseContact } from './reverse-whois/erase-contact.ts';
import { importRegistrations } from './reverse-whois/import-registrations.ts';
import { searchByEmail } from './reverse-whois/search-by-email.ts';
import { searchByNameserver } from './reverse-whois/search-by-nameserver.ts';
import { searchByOrganization } from './reverse-whois/search-by-organization.ts';
import { searchByRegistrar } from './reverse-whois/search-by-registrar.ts';
import { countTrackedServices } from './services/count-tracked-services.ts';
import { listTrackedServices } from './services/list-tracked-services.ts';
import { createSink } from './sinks/create-sink.ts';
import { deleteSink } from './sinks/delete-sink.ts';
import { listSinkKinds } from './sinks/list-sink-kinds.ts';
import { listSinks } from './sinks/list-sinks.ts';
import { pauseSink } from './sinks/pause-sink.ts';
import { testSink } from './sinks/test-sink.ts';
import { checkPageQuality } from './technologies/check-page-quality.ts';
import { getTechnologyStats } from './technologies/get-technology-stats.ts';
import { getWebsite } from './technologies/get-website.ts';
import { listTechnologyCategories } from './technologies/list-technology-categories.ts';
import { listTopTechnologies } from './technologies/list-top-technologies.ts';
import { listWebsitesUsing } from './technologies/list-websites-using.ts';
import { scanSite } from './technologies/scan-site.ts';
import { searchTechnologies } from './technologies/search-technologies.ts';
import { changeFeed } from './threat-intel/change-feed.ts';
import { checkIndicator } from './threat-intel/check-indicator.ts';
import { deleteIndicators } from './threat-intel/delete-indicators.ts';
import { getFeedValue } from './threat-intel/get-feed-value.ts';
import { getKnownExploited } from './threat-intel/get-known-exploited.ts';
import { listFeeds } from './threat-intel/list-feeds.ts';
import { listIndicatorSources } from './threat-intel/list-indicator-sources.ts';
import { refreshFeed } from './threat-intel/refresh-feed.ts';
import { removeFeedKey } from './threat-intel/remove-feed-key.ts';
import { replaceIndicators } from './threat-intel/replace-indicators.ts';
import { setFeedKey } from './threat-intel/set-feed-key.ts';
import { addThreatNote } from './threats/add-threat-note.ts';
import { assignThreat } from './threats/assign-threat.ts';
import { changeThreats } from './threats/change-threats.ts';
import { countThreats } from './threats/count-threats.ts';
import { getThreat } from './threats/get-threat.ts';
import { listThreatNotes } from './threats/list-threat-notes.ts';
import { listThreats } from './threats/list-threats.ts';
import { reopenThreat } from './threats/reopen-threat.ts';
import { resolveThreat } from './threats/resolve-threat.ts';
import { verifyReceipt } from './threats/verify-receipt.ts';
import { answerExercise } from './training/answer-exercise.ts';
import { getCapture } from './training/get-capture.ts';
import { getCourse } from './training/get-course.ts';
import { listCourses } from './training/list-courses.ts';
import { listProgress } from './training/list-progress.ts';
import { restartCourse } from './training/restart-course.ts';
import { deleteView } from './views/delete-view.ts';
import { listViews } from './views/list-views.ts';
import { saveView } from './views/save-view.ts';
import { getBrand } from './whitelabel/get-brand.ts';

/** The list has every operation of the API. A file below this folder that is not listed here fails a test. */
export const endpoints = [
  ...peopleEndpoints,
  listLocations,
  createLocation,
  updateLocation,
  deleteLocation,
  ingestQueries,
  searchQueries,
  getQueryHistogram,
  listAgents,
  listAgentLosses,
  listThreats,
  countThreats,
  changeThreats,
  getThreat,
  resolveThreat,
  assignThreat,
  listThreatNotes,
  addThreatNote,
  reopenThreat,
  listExclusions,
  createExclusion,
  deleteExclusion,
  verifyReceipt,
  replayDetection,
  getDetectionSettings,
  changeDetectionSettings,
  createCanary,
  listCanaries,
  searchCertificates,
  listWatchedCertificates,
  listCertificateLogs,
  resumeCertificateLog,
  listChannels,
  createChannel,
  deleteChannel,
  testChannel,
  listDeliveries,
  retryDeliveries,
  listMailReports,
  createMailReport,
  deleteMailReport,
  confirmMailReport,
  unsubscribeMailReport,
  getStats,
  compareStats,
  getStatus,
  listClientNames,
  nameClients,
  listViews,
  saveView,
  deleteView,
  scanDomain,
  getDomain,
  getDomainHistory,
  listDomains,
  searchDomains,
  getLiveStats,
  decodeExtendedError,
  listExtendedErrors,
  testResolver,
  analyzeServiceBindings,
  auditDnssec,
  validateDnsConfig,
  validateZoneDigest,
  validateZoneFile,
  judgeZone,
  analyzeMultiSigner,
  scoreReputation,
  fingerprintDomain,
  fingerprintResolver,
  getTechStack,
  testDoq,
  resolveEnsName,
  resolveHandshakeName,
  resolveI2pName,
  resolveRegistryName,
  resolveWeb3Name,
  getNameHistory,
  detectDrift,
  getTopology,
  submitBulkJob,
  listBulkJobs,
  getBulkJob,
  cancelBulkJob,
  listBulkResults,
  queryPassiveDns,
  submitFingerprint,
  getTimeline,
  listNewDomains,
  listZones,
  listFirstWatchAlerts,
  checkIndicator,
  listFeeds,
  changeFeed,
  refreshFeed,
  setFeedKey,
  removeFeedKey,
  getFeedValue,
  getKnownExploited,
  listIndicatorSources,
  replaceIndicators,
  deleteIndicators,
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
  scanAddress,
  getAddressReputation,
  getAddressBgp,
  getAddressHistory,
  reportAddress,
  scanRange,
  submitRangeJob,
  listRangeJobs,
  getRangeJob,
  listRangeResults,
  cancelRangeJob,
  getSystem,
  listHighRisk,
  listDatasets,
  refreshDataset,
  switchDataset,
  searchByEmail,
  searchByOrganization,
  searchByRegistrar,
  searchByNameserver,
  eraseContact,
  importRegistrations,
  listProducts,
  listCourses,
  getCourse,
  getCapture,
  answerExercise,
  restartCourse,
  listProgress,
  listContentProblems,
  getBrand,
  generateReport,
  listFrameworks,
  listComplianceReports,
  getComplianceReport,
  deleteComplianceReport,
  verifyComplianceReport,
  listSchedules,
  createSchedule,
  changeSchedule,
  deleteSchedule,
  getSigningKey,
  scanSite,
  getTechnologyStats,
  listTopTechnologies,
  listTechnologyCategories,
  getWebsite,
  listWebsitesUsing,
  searchTechnologies,
  checkPageQuality,
  listTrackedServices,
  countTrackedServices,
  listSinkKinds,
  listSinks,
  createSink,
  pauseSink,
  testSink,
  deleteSink,
] as const;

/** All endpoints together need these ports. */
export type EndpointPorts = PortsOf<typeof endpoints>;
