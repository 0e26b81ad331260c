import { InvalidInput } from '@sonde/shared/errors.ts';
import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import { z } from 'zod';
import { addressesOfQueries } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import {
  conditionsAsked,
  filterDescription,
  filterParameters,
} from '../../domain/traffic/monitoring/filter-parameters.ts';
import { presentQuery } from '../../domain/traffic/monitoring/present-query.ts';
import { queryFilter } from '../../domain/traffic/monitoring/query-filter.ts';
import type { TimeQuestionPorts } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import { maxCursorLength, type QuerySearch } from '../../ports/traffic/query-search.ts';
import { beginStream } from './begin-stream.ts';
import { asCsv, asNdjson } from './export-queries.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';

const defaultLimit = 100;

export const searchQueries = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/queries',
  summary: 'Search stored queries',
  description:
    'Returns the newest queries first. The default range is the last 24 hours. JSON comes in ' +
    'pages. NDJSON and CSV are streamed and contain all queries that match the filter. ' +
    `${filterDescription}`,
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    ...filterParameters,
    limit: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        `Maximum number of queries in a page; ${defaultLimit} if absent. Not allowed with NDJSON or CSV.`,
      ),
    cursor: z
      .string()
      .max(maxCursorLength)
      .optional()
      .describe('`next_cursor` of the previous page. Not allowed with NDJSON or CSV.'),
    format: z.enum(['json', 'ndjson', 'csv']).default('json'),
  }),
  response: z.object({
    count: countInAnswer,
    queries: z.array(storedQuerySchema),
    addresses: addressNotesSchema,
    limit: z.int(),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  }),
  streams: ['application/x-ndjson', 'text/csv'],
  errors: ['not_found', 'question_too_large'],
  async run(
    { caller, query, signal },
    ports: TimeQuestionPorts & { readonly querySearch: QuerySearch; readonly addressNotes: AddressNotes },
  ) {
    const filter = await queryFilter({ ...rangeOf(caller, query), ...conditionsAsked(query) }, ports);
    if (query.format !== 'json') {
      for (const parameter of ['limit', 'cursor'] as const) {
        if (query[parameter] === undefined) continue;
        throw new InvalidInput(
          parameter,
          'limit and cursor are only for JSON. NDJSON and CSV contain all queries.',
        );
      }
      const rows = await beginStream(ports.querySearch.export(filter, signal));
      return query.format === 'csv'
        ? new StreamedAnswer('text/csv; charset=utf-8', 'queries.csv', asCsv(rows))
        : new StreamedAnswer('application/x-ndjson', 'queries.ndjson', asNdjson(rows));
    }
    const { limit = defaultLimit, cursor } = query;
    const { queries, nextCursor } = await ports.querySearch.search(filter, { limit, cursor });
    return {
      count: queries.length,
      queries: queries.map(presentQuery),
      addresses: ports.addressNotes.of(addressesOfQueries(queries)),
      limit,
      next_cursor: nextCursor,
    };
  },
});
