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
  last_updated: timestampSchema.nullable().describe('When the version in use was fetched.'),
  last_checked: timestampSchema
    .nullable()
    .describe('Time of the last successful check of the feed, whether it had changed or not.'),
  last_attempt_at: timestampSchema.nullable().describe('Time of the last attempt, successful or not.'),
  next_attempt_at: timestampSchema
    .nullable()
    .describe('Time of the next attempt; a time in the past means at once. Null while the feed is off.'),
  indicator_count: z.int().min(0),
  note: z.string().nullable().describe('Why the feed is not active, or other remarks.'),
  licence: z.string().nullable(),
  homepage: z.string().nullable(),
  url: z.string().nullable().describe("URL of the publisher's document."),
  format: z.enum(['lines', 'separated', 'hosts', 'json', 'ndjson', 'misp']).nullable(),
  is_default: z
    .boolean()
    .describe(
      'Whether everyone can use the feed without an account. Such feeds are switched on at the first start.',
    ),
  is_enabled: z.boolean(),
  weight: z.number().min(0).max(1).nullable().describe('How far the feed is trusted.'),
  severity: severitySchema.nullable().describe('Severity of indicators for which the feed gives none.'),
  threat_type: z.string().nullable().describe('Threat type of indicators for which the feed gives none.'),
  changed: z
    .object({
      enabled: z.boolean().nullable(),
      weight: z.number().nullable(),
      severity: severitySchema
        .nullable()
        .describe('Severity of all indicators of the feed. It overrides the severity in the feed.'),
      threat_type: z
        .string()
        .nullable()
        .describe('Threat type of all indicators of the feed. It overrides the type in the feed.'),
    })
    .nullable()
    .describe('Changes by administrators. A null field has the value of the settings or the built-in value.'),
  key: z
    .object({
      name: z.string(),
      required: z.boolean(),
      origin: z
        .enum(['setting', 'stored', 'unreadable'])
        .nullable()
        .describe(
          '`setting`: the key comes from the settings of the collector. `stored`: an administrator set ' +
            'it. `unreadable`: it was stored by a collector with another `SONDE_TOKEN_SECRET`. Null if ' +
            'there is no key.',
        ),
    })
    .nullable()
    .describe("The publisher's key for the feed, without its value; null if the feed needs none."),
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
