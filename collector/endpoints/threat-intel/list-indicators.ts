import { NotFound } from '@sonde/shared/errors.ts';
import { indicatorSourceSchema } from '@sonde/shared/schemas/indicator-source.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { Indicator, IndicatorStore } from '../../ports/threats/indicators.ts';

const time = timestampSchema.nullable();

export const listIndicators = defineEndpoint({
  method: 'GET',
  path: '/api/v1/threat-intel/indicators/{source}',
  summary: 'List the indicators of a feed or an imported list',
  description:
    'Returns the current indicators of the source, sorted by name. For the `details` of one ' +
    'indicator, use `GET /api/v1/threat-intel/check/{indicator}`.',
  family: 'Threat intelligence',
  access: 'authenticated',
  cost: 5,
  params: z.object({ source: indicatorSourceSchema }),
  query: z.object({
    contains: z.string().min(1).max(253).optional().describe('Part of the name, in upper or lower case.'),
    limit: z.int().min(1).max(1_000).default(100).describe('Maximum number of indicators in a page.'),
    cursor: z.string().max(2_100).optional().describe('`next_cursor` of the previous page.'),
  }),
  response: z.object({
    source: z.string(),
    indicator_count: z.int().min(0).describe('Number of all indicators of the source, on all pages.'),
    last_updated: timestampSchema,
    count: countInAnswer,
    indicators: z.array(
      z.object({
        name: z
          .string()
          .describe('A domain name, an address or network, a URL, a certificate hash or a CVE number.'),
        threat_type: z.string(),
        severity: severitySchema,
        description: z.string().nullable(),
        exact: z.boolean().describe('True for a domain name that does not include the names below it.'),
        position: z.int().nullable().describe('Line or element in the document, from 1.'),
        first_seen: time.describe('When the source first saw the indicator.'),
        last_seen: time.describe('When the source last saw the indicator.'),
        expires_at: time.describe('Null if the indicator does not expire.'),
      }),
    ),
    limit: z.int(),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  }),
  errors: ['not_found'],
  async run({ params, query }, ports: { indicators: Pick<IndicatorStore, 'sources' | 'page'> }) {
    const sources = await ports.indicators.sources();
    const source = sources.find((one) => one.source === params.source);
    if (source === undefined) throw new NotFound('source of indicators');
    const { limit, cursor, contains } = query;
    // One more tells whether there is a further page.
    const found = await ports.indicators.page(source.source, { contains, after: cursor, limit: limit + 1 });
    const shown = found.slice(0, limit);
    return {
      source: source.source,
      indicator_count: source.count,
      last_updated: source.updatedAt.toISOString(),
      count: shown.length,
      indicators: shown.map(presentIndicator),
      limit,
      next_cursor: found.length > limit ? shown.at(-1)!.name : null,
    };
  },
});

function presentIndicator(indicator: Indicator) {
  return {
    name: indicator.name,
    threat_type: indicator.threatType,
    severity: indicator.severity,
    description: indicator.description,
    exact: indicator.exact ?? false,
    position: indicator.row ?? null,
    first_seen: timeOf(indicator.firstSeenAt),
    last_seen: timeOf(indicator.lastSeenAt),
    expires_at: timeOf(indicator.expiresAt),
  };
}

function timeOf(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1_000).toISOString();
}
