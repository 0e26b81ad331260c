import { InvalidInput } from '@sonde/shared/errors.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { z } from 'zod';
import type { IndicatorHit, IndicatorMatcher } from '../../domain/detection/indicator-matcher.ts';
import { checkIndicator as check } from '../../domain/intelligence/threat-intel/check-indicator.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const hitSchema = z.object({
  feed: z.string(),
  indicator: z
    .string()
    .describe('The listed indicator: the requested one, a parent domain of it or a network around it.'),
  threat_type: z.string(),
  severity: severitySchema,
  description: z.string().nullable(),
  first_seen: timestampSchema.nullable(),
  last_seen: timestampSchema.nullable(),
  expires_at: timestampSchema.nullable(),
  feed_weight: z.number().describe('How far the feed is trusted, from 0 to 1.'),
  feed_row: z.int().nullable().describe('Position of the indicator in the document of the feed.'),
  fetched_at: timestampSchema.nullable(),
  content_sha256: z.string().nullable().describe('SHA-256 of the document of the feed as it was fetched.'),
  more: z.record(z.string(), z.unknown()).nullable().describe('Further details from the feed.'),
});

export const checkIndicator = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/check/{indicator}',
  summary: 'Check an indicator against all loaded feeds',
  description:
    'Accepts a domain or an IP address. Also accepts a network, a URL (without scheme or ' +
    'URL-encoded), the SHA-1 or SHA-256 hash of a certificate, or a CVE number. If no feed lists ' +
    'the indicator, it is reported as clean; this only means that the checked feeds do not list ' +
    'it. Feeds that only describe, such as lists of Tor exits, do not make an indicator ' +
    'malicious.',
  family: 'Threat intelligence',
  access: 'authenticated',
  params: z.object({
    indicator: z
      .string()
      .min(1)
      .max(2_000)
      .describe('A domain, IP address, network, URL, certificate hash or CVE number.')
      .meta({ examples: ['example.com', '192.0.2.1', 'CVE-2021-44228'] }),
  }),
  response: z.object({
    indicator: z.string().describe('The indicator in its normal form.'),
    is_malicious: z.boolean(),
    feeds_checked: z.int().min(0),
    checked_at: timestampSchema,
    severity: severitySchema.optional(),
    threat_type: z.string().optional(),
    feeds: z.array(z.string()).optional(),
    details: z.array(hitSchema).optional(),
    first_seen: timestampSchema.nullable().optional(),
    last_seen: timestampSchema.nullable().optional(),
  }),
  async run({ params }, ports: { matcher: Pick<IndicatorMatcher, 'check' | 'sources'>; clock: Clock }) {
    const now = ports.clock.now();
    const verdict = check(params.indicator, ports.matcher, now);
    if (verdict === undefined) {
      throw new InvalidInput(
        'indicator',
        'This is not a domain, IP address, network, URL, certificate hash or CVE number.',
      );
    }
    const common = {
      indicator: verdict.indicator,
      is_malicious: verdict.isMalicious,
      feeds_checked: verdict.feedsChecked,
      checked_at: isoTime(now),
    };
    if (!verdict.isMalicious) return common;
    return {
      ...common,
      severity: verdict.severity,
      threat_type: verdict.threatType,
      feeds: [...verdict.feeds],
      details: verdict.hits.map(presentHit),
      first_seen: verdict.firstSeen?.toISOString() ?? null,
      last_seen: verdict.lastSeen?.toISOString() ?? null,
    };
  },
});

function presentHit({ indicator, weight, provenance }: IndicatorHit): z.input<typeof hitSchema> {
  return {
    feed: indicator.source,
    indicator: indicator.name,
    threat_type: indicator.threatType,
    severity: indicator.severity,
    description: indicator.description,
    first_seen: timestamp(indicator.firstSeenAt),
    last_seen: timestamp(indicator.lastSeenAt),
    expires_at: timestamp(indicator.expiresAt),
    feed_weight: weight,
    feed_row: indicator.row ?? null,
    fetched_at: provenance.fetchedAt === null ? null : new Date(provenance.fetchedAt).toISOString(),
    content_sha256: provenance.contentHash,
    more: indicator.details ?? null,
  };
}

function timestamp(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1_000).toISOString();
}
