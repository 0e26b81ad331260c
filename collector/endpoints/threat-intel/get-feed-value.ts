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
    "What each loaded source found at the account's locations, what of it no other source would have found, how much of it " +
    'others list too, how long before the first hit and before other sources it listed what it lists, how old it is, and ' +
    'how often it listed what is well known to be good. Of big sources an even choice is compared, and the comparison is made anew every ten minutes at most.',
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
        hits: z.int().min(0).describe('Different indicators of it that were seen.'),
        unique_hits: z.int().min(0).describe('Those that no other source lists.'),
        queries: z.int().min(0),
        unique_share: share.describe('Of its indicators, the share that no other source lists.'),
        overlaps: z.array(z.object({ id: z.string(), share })),
        expired_share: share,
        median_age_days: z.number().min(0).nullable().describe('Since it last saw its indicators.'),
        well_known: z
          .int()
          .min(0)
          .nullable()
          .describe('Entries taken out for naming what is well known to be good; null for imported lists.'),
        lead_over_hits_days: z
          .number()
          .nullable()
          .describe(
            'Between its listing of an indicator and the first hit at the locations, in the middle; negative where it was ' +
              'listed afterwards. By the date that the source gives, else since when it is listed here; null if neither is ' +
              'known.',
          ),
        dated_hits: z.int().min(0).describe('Hits that this rests on.'),
        lead_over_feeds_days: z
          .number()
          .nullable()
          .describe(
            'By which it listed an indicator before the first other source that lists it, in the middle; negative where it ' +
              'came later. Null if there is none of which it and another give a date.',
          ),
        dated_overlaps: z.int().min(0).describe('Indicators that this rests on.'),
        compared: z.int().min(0).describe('Indicators that the shares rest on.'),
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
