import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { type FeedValuePorts, feedValues } from '../../domain/intelligence/threat-intel/value/feed-value.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const share = z.number().min(0).max(1);
const shownOverlaps = 5;

export const getFeedValue = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/feeds/value',
  summary: 'Say what each feed is worth',
  description:
    'Compares the loaded sources of indicators by their use for the account. For each source, ' +
    "returns the hits at the account's locations, the hits that no other source has, the overlaps " +
    'with other sources, and the age of its indicators. Also shows how early the source lists ' +
    'indicators, and how many of its entries name well-known good targets. For large sources, the ' +
    'comparison uses an even sample. It is computed at most every ten minutes.',
  family: 'Threat intelligence',
  access: 'authenticated',
  query: z.object({ days: z.int().min(1).max(365).default(30) }),
  response: z.object({
    days: z.int(),
    count: countInAnswer,
    feeds: z.array(
      z.object({
        id: z.string(),
        indicator_count: z.int().min(0),
        hits: z.int().min(0).describe('Number of different indicators of the source that were seen.'),
        unique_hits: z.int().min(0).describe('Number of seen indicators that no other source lists.'),
        queries: z.int().min(0),
        unique_share: share.describe("Share of the source's indicators that no other source lists."),
        overlaps: z.array(z.object({ id: z.string(), share })),
        expired_share: share,
        median_age_days: z
          .number()
          .min(0)
          .nullable()
          .describe('Median age of the indicators in days, counted from when the source last saw them.'),
        well_known: z
          .int()
          .min(0)
          .nullable()
          .describe(
            'Number of entries that were removed because they name well-known good targets; null for imported lists.',
          ),
        lead_over_hits_days: z
          .number()
          .nullable()
          .describe(
            'Median days from the listing of an indicator to its first hit at the locations. Negative if ' +
              'the source listed it after the hit. The listing date comes from the source, or else from the ' +
              'first time it was listed here. Null if no date is known.',
          ),
        dated_hits: z.int().min(0).describe('Number of hits behind `lead_over_hits_days`.'),
        lead_over_feeds_days: z
          .number()
          .nullable()
          .describe(
            'Median days by which the source listed an indicator before the first other source. Negative ' +
              'if the source was later. Null if the source and another one have no dated indicator in ' +
              'common.',
          ),
        dated_overlaps: z.int().min(0).describe('Number of indicators behind `lead_over_feeds_days`.'),
        compared: z.int().min(0).describe('Number of indicators behind the shares.'),
      }),
    ),
  }),
  timeLimit: 60_000,
  async run({ caller, query }, ports: FeedValuePorts) {
    const values = await feedValues(caller.accountId, query.days, ports);
    return {
      days: query.days,
      count: values.length,
      feeds: values.map((value) => ({
        id: value.source,
        indicator_count: value.indicators,
        hits: value.hits,
        unique_hits: value.uniqueHits,
        queries: value.queries,
        unique_share: rounded(value.uniqueShare),
        overlaps: value.sharedWith
          .slice(0, shownOverlaps)
          .map((other) => ({ id: other.source, share: rounded(other.share) })),
        expired_share: rounded(value.expiredShare),
        median_age_days: daysOf(value.medianAgeDays),
        lead_over_hits_days: daysOf(value.leadOverHitsDays),
        dated_hits: value.datedHits,
        lead_over_feeds_days: daysOf(value.leadOverOthersDays),
        dated_overlaps: value.datedByOthers,
        well_known: value.wellKnown ?? null,
        compared: value.sampled,
      })),
    };
  },
});

function daysOf(value: number | undefined): number | null {
  return value === undefined ? null : Number(value.toFixed(1));
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
