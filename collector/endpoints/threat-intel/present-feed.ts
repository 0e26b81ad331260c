import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { z } from 'zod';
import type { ChangeFeedPorts } from '../../domain/intelligence/threat-intel/feeds/change-feed.ts';
import { type ListedFeed, listedFeed } from '../../domain/intelligence/threat-intel/feeds/feed-list.ts';
import type { Feed } from '../../ports/threats/feed.ts';

/**
 * A feed is a feed as it is listed, or a list that an administrator imported: for such a list, fields that only feeds
 * have are null.
 */
export const feedSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['cve', 'url', 'ip', 'ioc', 'botnet_c2', 'ssl_certificate']),
  status: z.enum(['active', 'pending', 'degraded', 'needs_key', 'failed', 'disabled']),
  last_updated: timestampSchema.nullable().describe('When the set that is in force was fetched.'),
  last_checked: timestampSchema.nullable().describe('The last good answer, changed or not.'),
  last_attempt_at: timestampSchema.nullable().describe('The last look at it, whatever came of it.'),
  next_attempt_at: timestampSchema
    .nullable()
    .describe('When it is looked at next, a time in the past meaning at once; null while it is off.'),
  indicator_count: z.int().min(0),
  note: z.string().nullable().describe('Why it is not active, or what else is to know.'),
  licence: z.string().nullable(),
  homepage: z.string().nullable(),
  url: z.string().nullable().describe("The publisher's document."),
  format: z.enum(['lines', 'separated', 'hosts', 'json', 'ndjson', 'misp']).nullable(),
  is_default: z
    .boolean()
    .describe('Whether anybody may use it without an account, so that a first start switches it on.'),
  is_enabled: z.boolean(),
  weight: z.number().min(0).max(1).nullable().describe('How far its word is trusted.'),
  severity: severitySchema.nullable().describe('Of indicators of which it says none.'),
  threat_type: z.string().nullable().describe('Of indicators of which it says none.'),
  changed: z
    .object({
      enabled: z.boolean().nullable(),
      weight: z.number().nullable(),
      severity: severitySchema.nullable().describe('Of all its indicators, whatever it says of them.'),
      threat_type: z.string().nullable().describe('Of all its indicators, whatever it says of them.'),
    })
    .nullable()
    .describe('What administrators changed; null in it is as the settings and the program have it.'),
  key: z
    .object({
      name: z.string(),
      required: z.boolean(),
      origin: z
        .enum(['setting', 'stored', 'unreadable'])
        .nullable()
        .describe(
          "`setting`: one of the collector's settings. `stored`: set by an administrator. `unreadable`: stored by a " +
            'collector with another SONDE_TOKEN_SECRET. Null if there is none.',
        ),
    })
    .nullable()
    .describe("The publisher's key that it takes, never shown; null if it takes none."),
});

export type PresentedFeed = z.input<typeof feedSchema>;

export function presentFeed({ feed, state, isEnabled, change, keyOrigin }: ListedFeed): PresentedFeed {
  return {
    id: feed.id,
    name: feed.name,
    type: feed.type,
    status: isEnabled ? state.status : 'disabled',
    last_updated: timeOf(state.fetchedAt),
    last_checked: timeOf(state.lastOkAt),
    last_attempt_at: timeOf(state.lastAttemptAt),
    next_attempt_at: isEnabled ? isoTime(state.nextAttemptAt) : null,
    indicator_count: state.indicatorCount,
    note: isEnabled ? state.note : null,
    licence: feed.licence,
    homepage: feed.homepage,
    url: feed.url,
    format: feed.format.family,
    is_default: feed.isDefault,
    is_enabled: isEnabled,
    weight: change.weight ?? feed.weight,
    severity: change.severity ?? feed.severity,
    threat_type: change.threatType ?? feed.threatType,
    changed: {
      enabled: change.enabled,
      weight: change.weight,
      severity: change.severity,
      threat_type: change.threatType,
    },
    key:
      feed.key === undefined
        ? null
        : { name: feed.key.setting, required: feed.key.required, origin: keyOrigin ?? null },
  };
}

/** Presents the feed as it is now. */
export async function presentCurrent(
  feed: Feed,
  { feedsInForce, feedStates }: Pick<ChangeFeedPorts, 'feedsInForce' | 'feedStates'>,
): Promise<PresentedFeed> {
  return presentFeed(listedFeed(feed, await feedStates.load(feed.id), feedsInForce));
}

function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}
