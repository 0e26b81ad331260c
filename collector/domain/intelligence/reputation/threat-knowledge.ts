import type { BlocklistsResult } from '@sonde/scanner/checks/blocklists/blocklists-result.ts';
import type { ScannedParts } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import { checkIndicator } from '../threat-intel/check-indicator.ts';
import type { ThreatKnowledge } from './reputation-input.ts';

/** Lists in the DNS tell no severity; those that the operator names are taken to be in earnest. */
const severityInDns = 'high';

/** Gathers what the loaded lists and the lists in the DNS say; null if none could say anything. */
export function threatKnowledge(
  domain: string,
  parts: ScannedParts,
  { matcher, clock }: { matcher: Pick<IndicatorMatcher, 'check' | 'sources'>; clock: Clock },
): ThreatKnowledge | null {
  const loaded = ofLoadedLists(domain, matcher, clock);
  const inDns = ofBlocklists(parts);
  if (loaded === null || inDns === null) return loaded ?? inDns;
  return {
    listsChecked: loaded.listsChecked + inDns.listsChecked,
    // Only a critical one is graver.
    severity: inDns.severity === null || loaded.severity === 'critical' ? loaded.severity : inDns.severity,
    lists: [...loaded.lists, ...inDns.lists],
  };
}

function ofLoadedLists(
  domain: string,
  matcher: Pick<IndicatorMatcher, 'check' | 'sources'>,
  clock: Clock,
): ThreatKnowledge | null {
  const verdict = checkIndicator(domain, matcher, clock.now());
  if (verdict === undefined || verdict.feedsChecked === 0) return null;
  return {
    listsChecked: verdict.feedsChecked,
    severity: verdict.isMalicious ? verdict.severity : null,
    lists: verdict.isMalicious ? verdict.feeds : [],
  };
}

function ofBlocklists(parts: ScannedParts): ThreatKnowledge | null {
  const lists = partResult<BlocklistsResult>(parts, 'blocklists')?.lists ?? [];
  const listing = lists.filter(({ status }) => status === 'listed').map(({ list }) => list);
  const clean = lists.filter(({ status }) => status === 'not_listed').length;
  if (listing.length + clean === 0) return null;
  return {
    listsChecked: listing.length + clean,
    severity: listing.length > 0 ? severityInDns : null,
    lists: listing,
  };
}
