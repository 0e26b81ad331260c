import type { StoreProfile } from '../../ports/ingest/store-profile.ts';
import type { ClickHouse } from '../../storage/clickhouse/clickhouse.ts';
import type { Topology } from '../../storage/clickhouse/migrations/topology.ts';
import { createParquetWriter } from '../../storage/clickhouse/parquet-writer.ts';
import { createClickHouseStores } from '../../storage/clickhouse/stores.ts';
import { createAccountAdministration } from '../../storage/postgres/accounts/account-administration.ts';
import { createAccountStore } from '../../storage/postgres/accounts/accounts.ts';
import { createApiKeyStore } from '../../storage/postgres/accounts/api-keys.ts';
import { createAuditLog } from '../../storage/postgres/accounts/audit-log.ts';
import { createCredentialStore } from '../../storage/postgres/accounts/credentials.ts';
import { createAccountData } from '../../storage/postgres/accounts/export/account-data.ts';
import { createAccountExportStore } from '../../storage/postgres/accounts/export/account-exports.ts';
import { createLoginAttempts } from '../../storage/postgres/accounts/login-attempts.ts';
import { createMemberStore } from '../../storage/postgres/accounts/members.ts';
import { createPasskeyStore } from '../../storage/postgres/accounts/passkeys.ts';
import { createProvisionedUserStore } from '../../storage/postgres/accounts/provisioned-users.ts';
import { createSecondFactorStore } from '../../storage/postgres/accounts/second-factors.ts';
import { createSessionStore } from '../../storage/postgres/accounts/sessions.ts';
import { createSetupLinkStore } from '../../storage/postgres/accounts/setup-links.ts';
import { createSingleSignOnStore } from '../../storage/postgres/accounts/single-sign-on.ts';
import { createUsageStore } from '../../storage/postgres/accounts/usage.ts';
import { createUsedTickets } from '../../storage/postgres/accounts/used-tickets.ts';
import { createAddressReportStore } from '../../storage/postgres/addresses/address-reports.ts';
import { createAddressScanStore } from '../../storage/postgres/addresses/address-scans.ts';
import { createAddressScoreStore } from '../../storage/postgres/addresses/address-scores.ts';
import { createAddressSightingStore } from '../../storage/postgres/addresses/address-sightings.ts';
import { createNetworkRegistrationStore } from '../../storage/postgres/addresses/network-registrations.ts';
import { createOriginHistoryStore } from '../../storage/postgres/addresses/origin-history.ts';
import { createRangeJobStore } from '../../storage/postgres/addresses/range-jobs.ts';
import { createAgentSettingsStore, createSettingsKeyStore } from '../../storage/postgres/agent-settings.ts';
import { createAgentStore } from '../../storage/postgres/agents.ts';
import { createBatchRegistry } from '../../storage/postgres/batches.ts';
import { createClientFingerprintStore } from '../../storage/postgres/client-fingerprints.ts';
import { createClientNames } from '../../storage/postgres/client-names.ts';
import {
  createComplianceReportStore,
  createSigningKeyStore,
} from '../../storage/postgres/compliance/compliance-reports.ts';
import { createComplianceScheduleStore } from '../../storage/postgres/compliance/compliance-schedules.ts';
import { createTrainingProgress } from '../../storage/postgres/content/training-progress.ts';
import { createDatasetSettingsStore } from '../../storage/postgres/dataset-settings.ts';
import { createClientAuthorityStore } from '../../storage/postgres/enrolment/client-authorities.ts';
import { createEnrolmentStore } from '../../storage/postgres/enrolment/enrolments.ts';
import { createExclusionStore } from '../../storage/postgres/exclusions.ts';
import { createFeedSettingsStore } from '../../storage/postgres/feed-settings.ts';
import { createFeedStateStore } from '../../storage/postgres/feed-states.ts';
import { createIndicatorStore } from '../../storage/postgres/indicators.ts';
import { createLeases } from '../../storage/postgres/leases.ts';
import { createLedgerStore } from '../../storage/postgres/ledgers.ts';
import { createLocationStore } from '../../storage/postgres/locations.ts';
import { createMailReportStore } from '../../storage/postgres/mail-reports.ts';
import { createChannelStore } from '../../storage/postgres/notifications/channels.ts';
import { createNotificationQueue } from '../../storage/postgres/notifications/queue.ts';
import type { Postgres } from '../../storage/postgres/pool.ts';
import { createRegistrationIndex } from '../../storage/postgres/registrations/registration-index.ts';
import { createPolicyRuleStore } from '../../storage/postgres/resolvers/policy-rules.ts';
import { createPolicySourceStore } from '../../storage/postgres/resolvers/policy-sources.ts';
import { createResolverReports } from '../../storage/postgres/resolvers/resolver-reports.ts';
import { createResolverStore } from '../../storage/postgres/resolvers/resolvers.ts';
import { createSavedViews } from '../../storage/postgres/saved-views.ts';
import { createBulkJobStore } from '../../storage/postgres/scans/bulk-jobs.ts';
import { createDomainEventStore } from '../../storage/postgres/scans/domain-events.ts';
import { createDomainWatchStore } from '../../storage/postgres/scans/domain-watches.ts';
import { createServiceIndex } from '../../storage/postgres/scans/service-index.ts';
import { createTrackedDomainStore } from '../../storage/postgres/scans/tracked-domains.ts';
import { createServingCertificates } from '../../storage/postgres/serving-certificates.ts';
import { createSharingStore } from '../../storage/postgres/sharing.ts';
import { createAgentStates } from '../../storage/postgres/sinks/agent-states.ts';
import { createSinkStore } from '../../storage/postgres/sinks/sinks.ts';
import { createThreatChanges } from '../../storage/postgres/sinks/threat-changes.ts';
import { createTechnologyStore } from '../../storage/postgres/technologies/technologies.ts';
import { createCanaryStore } from '../../storage/postgres/threats/canaries.ts';
import { createCaseStore } from '../../storage/postgres/threats/cases.ts';
import { createDetectionTuning } from '../../storage/postgres/threats/detection-tuning.ts';
import { createFeedHits } from '../../storage/postgres/threats/feed-hits.ts';
import { createCaseGathering } from '../../storage/postgres/threats/gather-cases.ts';
import { createThreatHandling } from '../../storage/postgres/threats/handling.ts';
import { createSigmaRuleStore } from '../../storage/postgres/threats/sigma-rules.ts';
import { createSiteProfiles } from '../../storage/postgres/threats/site-profiles.ts';
import { createThreatStore } from '../../storage/postgres/threats.ts';
import { createCertificateLogStore } from '../../storage/postgres/transparency/certificate-logs.ts';
import { createWatchedCertificateStore } from '../../storage/postgres/transparency/watched-certificates.ts';
import { createZoneStateStore } from '../../storage/postgres/zone-states.ts';

/** Creates every port that a database serves: what people edit in PostgreSQL, what only grows in ClickHouse. */
export function createStores(
  postgres: Postgres,
  clickhouse: ClickHouse,
  topology: Topology,
  profile: StoreProfile,
) {
  return {
    accountAdministration: createAccountAdministration(postgres),
    accountData: createAccountData(postgres),
    accountExports: createAccountExportStore(postgres),
    accounts: createAccountStore(postgres),
    addressReports: createAddressReportStore(postgres),
    addressScans: createAddressScanStore(postgres),
    addressScores: createAddressScoreStore(postgres),
    addressSightings: createAddressSightingStore(postgres),
    originHistory: createOriginHistoryStore(postgres),
    rangeJobs: createRangeJobStore(postgres),
    agentSettings: createAgentSettingsStore(postgres),
    agents: createAgentStore(postgres),
    apiKeys: createApiKeyStore(postgres),
    attempts: createLoginAttempts(postgres),
    audit: createAuditLog(postgres),
    batches: createBatchRegistry(postgres),
    bulkJobs: createBulkJobStore(postgres),
    clientFingerprints: createClientFingerprintStore(postgres),
    clientNames: createClientNames(postgres),
    canaries: createCanaryStore(postgres),
    caseGathering: createCaseGathering(postgres),
    cases: createCaseStore(postgres),
    certificateLogs: createCertificateLogStore(postgres),
    credentials: createCredentialStore(postgres),
    datasetSettings: createDatasetSettingsStore(postgres),
    domainEvents: createDomainEventStore(postgres),
    domainWatches: createDomainWatchStore(postgres),
    clientAuthorities: createClientAuthorityStore(postgres),
    enrolments: createEnrolmentStore(postgres),
    exclusions: createExclusionStore(postgres),
    feedHits: createFeedHits(postgres),
    feedSettings: createFeedSettingsStore(postgres),
    feedStates: createFeedStateStore(postgres),
    indicators: createIndicatorStore(postgres),
    leases: createLeases(postgres),
    ledgers: createLedgerStore(postgres),
    locations: createLocationStore(postgres),
    networkRegistrations: createNetworkRegistrationStore(postgres),
    mailReports: createMailReportStore(postgres),
    members: createMemberStore(postgres),
    notificationChannels: createChannelStore(postgres),
    notificationQueue: createNotificationQueue(postgres),
    passkeys: createPasskeyStore(postgres),
    policyRules: createPolicyRuleStore(postgres),
    policySources: createPolicySourceStore(postgres),
    provisionedUsers: createProvisionedUserStore(postgres),
    registrationIndex: createRegistrationIndex(postgres),
    resolverReports: createResolverReports(postgres),
    resolvers: createResolverStore(postgres),
    savedViews: createSavedViews(postgres),
    secondFactors: createSecondFactorStore(postgres),
    servingCertificates: createServingCertificates(postgres),
    sessions: createSessionStore(postgres),
    settingsKeys: createSettingsKeyStore(postgres),
    setupLinks: createSetupLinkStore(postgres),
    singleSignOn: createSingleSignOnStore(postgres),
    sharing: createSharingStore(postgres),
    agentStates: createAgentStates(postgres),
    sinkStore: createSinkStore(postgres),
    sigmaRules: createSigmaRuleStore(postgres),
    siteProfiles: createSiteProfiles(postgres),
    technologies: createTechnologyStore(postgres),
    threatChanges: createThreatChanges(postgres),
    threatHandling: createThreatHandling(postgres),
    threats: createThreatStore(postgres),
    trackedDomains: createTrackedDomainStore(postgres),
    complianceReports: createComplianceReportStore(postgres),
    complianceSchedules: createComplianceScheduleStore(postgres),
    signingKeys: createSigningKeyStore(postgres),
    serviceIndex: createServiceIndex(postgres),
    trainingProgress: createTrainingProgress(postgres),
    tuning: createDetectionTuning(postgres),
    usedTickets: createUsedTickets(postgres),
    usage: createUsageStore(postgres),
    watchedCertificates: createWatchedCertificateStore(postgres),
    zoneStates: createZoneStateStore(postgres),

    ...createClickHouseStores(clickhouse, topology, profile),
    writeParquet: createParquetWriter(clickhouse),
  };
}

export type Stores = ReturnType<typeof createStores>;
