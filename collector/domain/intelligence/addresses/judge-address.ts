import type { ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import type { AddressFacts } from '@sonde/scanner/datasets/facts/address-facts.ts';
import type { AddressReport } from '../../../ports/addresses/address-reports.ts';
import type { IndicatorHit, IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import type { FeedOverlaps } from '../threat-intel/value/feed-overlaps.ts';
import { WarningList } from '../threat-intel/warning/warning-list.ts';
import { categoriesOf, evidenceOfFeeds, evidenceOfLists, evidenceOfReports } from './gather-evidence.ts';
import { type AbuseScore, scoreAbuse } from './score-abuse.ts';

export interface JudgePorts {
  readonly matcher: Pick<IndicatorMatcher, 'check'>;
  readonly feedOverlaps: Pick<FeedOverlaps, 'latest'>;
}

export interface Judgement {
  readonly score: AbuseScore;
  readonly hits: readonly IndicatorHit[];
  readonly isWhitelisted: boolean;
  readonly categories: readonly number[];
}

/** What feeds, lists and reports together say of addresses; made once for many of them. */
export async function createJudge(
  { matcher, feedOverlaps }: JudgePorts,
  now: number,
): Promise<
  (
    address: string,
    facts: AddressFacts,
    lists: readonly ListEntry[],
    reports: readonly AddressReport[],
  ) => Judgement
> {
  const overlaps = await feedOverlaps.latest();
  const warnings = new WarningList();
  return (address, facts, lists, reports) => {
    const hits = matcher.check(address, Math.floor(now / 1_000));
    const isWhitelisted = warnings.covers('ip', address);
    const isShared = typeof facts.relay === 'string' || facts.hosting === 'Cloudflare';
    const evidence = [
      ...evidenceOfFeeds(hits, overlaps),
      ...evidenceOfLists(lists, address, now),
      ...evidenceOfReports(reports),
    ];
    return {
      score: scoreAbuse(evidence, { now, isWhitelisted, isShared }),
      hits,
      isWhitelisted,
      categories: categoriesOf(hits, lists, reports),
    };
  };
}
