import { compareAgentSettings } from './agent-settings/compare-agent-settings.ts';
import { getAgentSettings } from './agent-settings/get-agent-settings.ts';
import { getAgentSettingsDocument } from './agent-settings/get-agent-settings-document.ts';
import { listAgentSettingsStates } from './agent-settings/list-agent-settings-states.ts';
import { listAgentSettingsVersions } from './agent-settings/list-agent-settings-versions.ts';
import { previewAgentSettings } from './agent-settings/preview-agent-settings.ts';
import { putAgentSettings } from './agent-settings/put-agent-settings.ts';
import { rollBackAgentSettings } from './agent-settings/roll-back-agent-settings.ts';
import { rotateAgentSettingsKey } from './agent-settings/rotate-agent-settings-key.ts';
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
import { getEncryptedShare } from './encrypted-dns/get-encrypted-share.ts';
import { listEncryptedConnections } from './encrypted-dns/list-encrypted-connections.ts';
import { createEnrolmentToken } from './enrolment/create-enrolment-token.ts';
import { enrolAgent } from './enrolment/enrol-agent.ts';
import { listClientAuthorities } from './enrolment/list-client-authorities.ts';
import { listEnrolledAgents } from './enrolment/list-enrolled-agents.ts';
import { listEnrolmentTokens } from './enrolment/list-enrolment-tokens.ts';
import { renewCertificate } from './enrolment/renew-certificate.ts';
import { revokeEnrolledAgent } from './enrolment/revoke-enrolled-agent.ts';
import { revokeEnrolmentToken } from './enrolment/revoke-enrolment-token.ts';
import { rotateClientAuthority } from './enrolment/rotate-client-authority.ts';
import { submitFingerprint } from './fingerprints/submit-fingerprint.ts';
import { listFirstWatchAlerts } from './first-watch/list-first-watch-alerts.ts';
import { getTimeline } from './passive-dns/get-timeline.ts';
import { listNewDomains } from './passive-dns/list-new-domains.ts';
import { listZones } from './passive-dns/list-zones.ts';
import { queryPassiveDns } from './passive-dns/query-passive-dns.ts';
import { deleteView } from './views/delete-view.ts';
import { listViews } from './views/list-views.ts';
import { saveView } from './views/save-view.ts';

/** The endpoints of locations, of what their agents send and of what is asked about the traffic. */
export const trafficEndpoints = [
  listLocations,
  createLocation,
  updateLocation,
  deleteLocation,
  ingestQueries,
  searchQueries,
  getQueryHistogram,
  listAgents,
  listAgentLosses,
  createEnrolmentToken,
  listEnrolmentTokens,
  revokeEnrolmentToken,
  enrolAgent,
  listEnrolledAgents,
  revokeEnrolledAgent,
  getAgentSettings,
  putAgentSettings,
  previewAgentSettings,
  listAgentSettingsVersions,
  compareAgentSettings,
  rollBackAgentSettings,
  listAgentSettingsStates,
  getAgentSettingsDocument,
  rotateAgentSettingsKey,
  renewCertificate,
  listClientAuthorities,
  rotateClientAuthority,
  listExclusions,
  createExclusion,
  deleteExclusion,
  replayDetection,
  getStats,
  compareStats,
  listEncryptedConnections,
  getEncryptedShare,
  getStatus,
  listClientNames,
  nameClients,
  listViews,
  saveView,
  deleteView,
  queryPassiveDns,
  submitFingerprint,
  getTimeline,
  listNewDomains,
  listZones,
  listFirstWatchAlerts,
] as const;
