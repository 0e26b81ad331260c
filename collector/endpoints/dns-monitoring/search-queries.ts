import { idSchema } from '@sonde/shared/schemas/id.ts';
import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import { z } from 'zod';
import { type QueryFilterPorts, queryFilter } from '../../domain/monitoring/query-filter.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import { maxCursorLength, type QuerySearch } from '../../ports/traffic/query-search.ts';
import { asCsv, asNdjson } from './export-queries.ts';
import { presentQuery } from './present-query.ts';
import { rangeParameters, toDate } from './range-parameters.ts';

export const searchQueries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/queries',
  summary: 'Search stored queries',
  description:
    'Newest first, of the last 24 hours where nothing else is asked for. As JSON in pages; as NDJSON or CSV all that ' +
    'the filter finds, in one answer that streams.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    client: z.string().max(64).optional().describe("The client's IPv4 or IPv6 address."),
    name: z.string().max(1_020).optional().describe('Exactly this name.'),
    suffix: z.string().max(1_020).optional().describe('This name and all below it.'),
    query_type: z.string().max(16).optional().describe('A mnemonic such as AAAA or the number.'),
    response_code: z.string().max(16).optional().describe('A mnemonic such as NXDOMAIN or the number.'),
    limit: z.int().min(1).max(1_000).default(100).describe('Queries in a page, at most.'),
    cursor: z.string().max(maxCursorLength).optional().describe('`next_cursor` of the page before.'),
    format: z.enum(['json', 'ndjson', 'csv']).default('json'),
  }),
  response: z.object({
    count: z.int().describe('Queries in this page.'),
    queries: z.array(storedQuerySchema),
    limit: z.int(),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  }),
  streams: ['application/x-ndjson', 'text/csv'],
  errors: ['not_found', 'question_too_large'],
  async run({ caller, query, signal }, ports: QueryFilterPorts & { querySearch: QuerySearch }) {
    const filter = await queryFilter(
      {
        accountId: caller.accountId,
        locationId: query.location_id,
        from: toDate(query.from),
        to: toDate(query.to),
        period: query.period,
        client: query.client,
        name: query.name,
        suffix: query.suffix,
        queryType: query.query_type,
        responseCode: query.response_code,
      },
      ports,
    );
    if (query.format !== 'json') {
      const rows = ports.querySearch.export(filter, signal);
      return query.format === 'csv'
        ? new StreamedAnswer('text/csv; charset=utf-8', 'queries.csv', asCsv(rows))
        : new StreamedAnswer('application/x-ndjson', 'queries.ndjson', asNdjson(rows));
    }
    const { queries, nextCursor } = await ports.querySearch.search(filter, query);
    return {
      count: queries.length,
      queries: queries.map(presentQuery),
      limit: query.limit,
      next_cursor: nextCursor,
    };
  },
});
