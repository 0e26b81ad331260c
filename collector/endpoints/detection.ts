import { changeDetectionSettings } from './detection/change-detection-settings.ts';
import { createCanary } from './detection/create-canary.ts';
import { getAttackLayer } from './detection/get-attack-layer.ts';
import { getDetectionSettings } from './detection/get-detection-settings.ts';
import { getSite } from './detection/get-site.ts';
import { listCanaries } from './detection/list-canaries.ts';
import { addSigmaRules } from './sigma/add-sigma-rules.ts';
import { deleteSigmaRule } from './sigma/delete-sigma-rule.ts';
import { getSigmaRule } from './sigma/get-sigma-rule.ts';
import { listSigmaRules } from './sigma/list-sigma-rules.ts';
import { replaceSigmaRule } from './sigma/replace-sigma-rule.ts';
import { trySigmaRules } from './sigma/try-sigma-rules.ts';
import { changeFeed } from './threat-intel/change-feed.ts';
import { checkIndicator } from './threat-intel/check-indicator.ts';
import { deleteIndicators } from './threat-intel/delete-indicators.ts';
import { getFeedValue } from './threat-intel/get-feed-value.ts';
import { getKnownExploited } from './threat-intel/get-known-exploited.ts';
import { listFeeds } from './threat-intel/list-feeds.ts';
import { listIndicatorSources } from './threat-intel/list-indicator-sources.ts';
import { listIndicators } from './threat-intel/list-indicators.ts';
import { refreshFeed } from './threat-intel/refresh-feed.ts';
import { removeFeedKey } from './threat-intel/remove-feed-key.ts';
import { replaceIndicators } from './threat-intel/replace-indicators.ts';
import { setFeedKey } from './threat-intel/set-feed-key.ts';
import { addThreatNote } from './threats/add-threat-note.ts';
import { assignThreat } from './threats/assign-threat.ts';
import { changeThreats } from './threats/change-threats.ts';
import { countThreats } from './threats/count-threats.ts';
import { getCase } from './threats/get-case.ts';
import { getThreat } from './threats/get-threat.ts';
import { listCases } from './threats/list-cases.ts';
import { listThreatNotes } from './threats/list-threat-notes.ts';
import { listThreats } from './threats/list-threats.ts';
import { reopenThreat } from './threats/reopen-threat.ts';
import { resolveCase } from './threats/resolve-case.ts';
import { resolveThreat } from './threats/resolve-threat.ts';
import { verifyReceipt } from './threats/verify-receipt.ts';

/** The endpoints of threats, of the detection of threats and of threat intelligence. */
export const detectionEndpoints = [
  listThreats,
  countThreats,
  changeThreats,
  getThreat,
  resolveThreat,
  assignThreat,
  listThreatNotes,
  addThreatNote,
  reopenThreat,
  listCases,
  getCase,
  resolveCase,
  verifyReceipt,
  getDetectionSettings,
  changeDetectionSettings,
  getSite,
  getAttackLayer,
  createCanary,
  listCanaries,
  listSigmaRules,
  getSigmaRule,
  addSigmaRules,
  replaceSigmaRule,
  deleteSigmaRule,
  trySigmaRules,
  checkIndicator,
  listFeeds,
  changeFeed,
  refreshFeed,
  setFeedKey,
  removeFeedKey,
  getFeedValue,
  getKnownExploited,
  listIndicatorSources,
  listIndicators,
  replaceIndicators,
  deleteIndicators,
] as const;
