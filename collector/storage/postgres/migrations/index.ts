import { unknownBlacklistHits } from './0051-unknown-blacklist-hits.ts';
import { heldPolicies } from './0052-held-policies.ts';
import { expiryAlerts } from './0053-expiry-alerts.ts';
import { accountExports } from './0054-account-exports.ts';
import { originHistory } from './0055-origin-history.ts';
import { cases } from './0056-cases.ts';
import { siteProfiles } from './0057-site-profiles.ts';
import { sharing } from './0058-sharing.ts';
import { channelDigests } from './0059-channel-digests.ts';
import { servingCertificates } from './0060-serving-certificates.ts';
import { sigmaRules } from './0061-sigma-rules.ts';
import { enrolments } from './0062-enrolments.ts';
import { agentSettings } from './0063-agent-settings.ts';
import { technologyPages } from './0064-technology-pages.ts';
import { threatClients } from './0065-threat-clients.ts';
import { threatsByClient } from './0066-threats-by-client.ts';
import type { Migration } from './migration.ts';
import { accounts } from './until-0010/0001-accounts.ts';
import { ingest } from './until-0010/0002-ingest.ts';
import { detection } from './until-0010/0003-detection.ts';
import { platform } from './until-0010/0004-platform.ts';
import { evidence } from './until-0010/0005-evidence.ts';
import { feeds } from './until-0010/0006-feeds.ts';
import { resolverPolicy } from './until-0010/0007-resolver-policy.ts';
import { judgement } from './until-0010/0008-judgement.ts';
import { notifications } from './until-0010/0009-notifications.ts';
import { domainScans } from './until-0010/0010-domain-scans.ts';
import { clientFingerprints } from './until-0020/0011-client-fingerprints.ts';
import { policyVersions } from './until-0020/0012-policy-versions.ts';
import { locationRetention } from './until-0020/0013-location-retention.ts';
import { tuning } from './until-0020/0014-tuning.ts';
import { ownPolicyRules } from './until-0020/0015-own-policy-rules.ts';
import { listingTimes } from './until-0020/0016-listing-times.ts';
import { batchContents } from './until-0020/0017-batch-contents.ts';
import { people } from './until-0020/0018-people.ts';
import { addresses } from './until-0020/0019-addresses.ts';
import { threatHandling } from './until-0020/0020-threat-handling.ts';
import { tokenGenerations } from './until-0030/0021-token-generations.ts';
import { registrations } from './until-0030/0022-registrations.ts';
import { clientNames } from './until-0030/0023-client-names.ts';
import { trainingProgress } from './until-0030/0024-training-progress.ts';
import { feedSettings } from './until-0030/0025-feed-settings.ts';
import { secondFactors } from './until-0030/0026-second-factors.ts';
import { compliance } from './until-0030/0027-compliance.ts';
import { technologies } from './until-0030/0028-technologies.ts';
import { trackedServices } from './until-0030/0029-tracked-services.ts';
import { agentHours } from './until-0030/0030-agent-hours.ts';
import { singleSignOn } from './until-0040/0031-single-sign-on.ts';
import { channelKinds } from './until-0040/0032-channel-kinds.ts';
import { addressSightings } from './until-0040/0033-address-sightings.ts';
import { complianceSchedules } from './until-0040/0034-compliance-schedules.ts';
import { provisioningKeys } from './until-0040/0035-provisioning-keys.ts';
import { certificateLogs } from './until-0040/0036-certificate-logs.ts';
import { sinks } from './until-0040/0037-sinks.ts';
import { rangeJobs } from './until-0040/0038-range-jobs.ts';
import { auditChain } from './until-0040/0039-audit-chain.ts';
import { narrowerKeys } from './until-0040/0040-narrower-keys.ts';
import { savedViews } from './until-0050/0041-saved-views.ts';
import { mailReports } from './until-0050/0042-mail-reports.ts';
import { boundedKeys } from './until-0050/0043-bounded-keys.ts';
import { moreRoles } from './until-0050/0044-more-roles.ts';
import { domainWatches } from './until-0050/0045-domain-watches.ts';
import { sealedAppSecrets } from './until-0050/0046-sealed-app-secrets.ts';
import { sourcesOfClientNames } from './until-0050/0047-sources-of-client-names.ts';
import { deletedAccounts } from './until-0050/0048-deleted-accounts.ts';
import { danglingServices } from './until-0050/0049-dangling-services.ts';
import { zoneStates } from './until-0050/0050-zone-states.ts';

/** The list has the whole schema, in order. */
export const migrations: readonly Migration[] = [
  accounts,
  ingest,
  detection,
  platform,
  evidence,
  feeds,
  resolverPolicy,
  judgement,
  notifications,
  domainScans,
  clientFingerprints,
  policyVersions,
  locationRetention,
  tuning,
  ownPolicyRules,
  listingTimes,
  batchContents,
  people,
  addresses,
  threatHandling,
  tokenGenerations,
  registrations,
  clientNames,
  trainingProgress,
  feedSettings,
  secondFactors,
  compliance,
  technologies,
  trackedServices,
  agentHours,
  singleSignOn,
  channelKinds,
  addressSightings,
  complianceSchedules,
  provisioningKeys,
  certificateLogs,
  sinks,
  rangeJobs,
  auditChain,
  narrowerKeys,
  savedViews,
  mailReports,
  boundedKeys,
  moreRoles,
  domainWatches,
  sealedAppSecrets,
  sourcesOfClientNames,
  deletedAccounts,
  danglingServices,
  zoneStates,
  unknownBlacklistHits,
  heldPolicies,
  expiryAlerts,
  accountExports,
  originHistory,
  cases,
  siteProfiles,
  sharing,
  channelDigests,
  servingCertificates,
  sigmaRules,
  enrolments,
  agentSettings,
  technologyPages,
  threatClients,
  threatsByClient,
];
