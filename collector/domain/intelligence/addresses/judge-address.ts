import type { ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import type { ProviderVerdict } from '@sonde/scanner/addresses/providers/provider.ts';
import type { AddressFacts } from '@sonde/scanner/datasets/facts/address-facts.ts';
import type { AddressReport } from '../../../ports/addresses/address-reports.ts';
import type { AddressSighting } from '../../../ports/addresses/address-sightings.ts';
import type { IndicatorHit, IndicatorMatcher } from '../../detection/indicator-matcher.ts';
import type { FeedOverlaps } from '../threat-intel/value/feed-overlaps.ts';
import { WarningList } from '../threat-intel/warning/warning-list.ts';
import {
  categoriesOf,
  evidenceOfFeeds,
  evidenceOfLists,
  evidenceOfProviders,
  evidenceOfReports,
  evidenceOfSightings,
} from './gather-evidence.ts';
import { type AbuseScore, scoreAbuse } from './score-abuse.ts';

const noScore: AbuseScore = { confidence: 0, evidence: [] };

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

/** The said facts about an address come from sources other than the feeds; what is absent was not asked. */
export interface Said {
  readonly facts: AddressFacts;
  readonly reports: readonly AddressReport[];
  readonly sightings: readonly AddressSighting[];
  readonly lists?: readonly ListEntry[] | null;
  readonly verdicts?: readonly ProviderVerdict[] | null;
  /** The time at which lists and providers said it, in milliseconds; now if absent. */
  readonly heardAt?: number;
}

/**
 * Makes a function that judges addresses by feeds, lists, reports and our own sightings together; it is made once for
 * many addresses.
 */
export async function createJudge(
  { matcher, feedOverlaps }: JudgePorts,
  now: number,
): Promise<(address: string, said: Said) => Judgement> {
  const overlaps = await feedOverlaps.latest();
  const warnings = new WarningList();
  return (address, { facts, reports, sightings, lists, verdicts, heardAt = now }) => {
    const hits = matcher.check(address, Math.floor(now / 1_000));
    const isWhitelisted = warnings.covers('ip', address);
    // Most addresses of a range: nobody says anything.
    if (
      hits.length + reports.length + sightings.length + (lists?.length ?? 0) + (verdicts?.length ?? 0) ===
      0
    )
      return { score: noScore, hits, isWhitelisted, categories: [] };
    const isShared = typeof facts.relay === 'string' || facts.hosting === 'Cloudflare';
    const evidence = [
      ...evidenceOfFeeds(hits, overlaps),
      ...evidenceOfLists(lists ?? [], address, heardAt),
      ...evidenceOfProviders(verdicts ?? [], address, heardAt),
      ...evidenceOfReports(reports),
      ...evidenceOfSightings(sightings, overlaps),
    ];
    return {
      score: scoreAbuse(evidence, { now, isWhitelisted, isShared }),
      hits,
      isWhitelisted,
      categories: categoriesOf({ hits, lists: lists ?? [], verdicts: verdicts ?? [], reports, sightings }),
    };
  };
}
