import { z } from 'zod';
import { conditionsMatcher } from '../batch/matches-conditions.ts';
import { noResponseCode } from '../batch/row-layout.ts';
import type { SeenRow } from '../batch/seen-row.ts';
import { recordTypeName, recordTypeNumber } from '../dns/record-types.ts';
import { responseCodeName, responseCodeNumber } from '../dns/response-codes.ts';
import { writtenName } from '../dns/written-name.ts';
import { InvalidInput } from '../errors.ts';

/** A query filter chooses the transactions that a sink is given. */
export interface QueryFilter {
  /** These names and all below them; empty for all. */
  readonly suffixes: readonly string[];
  readonly queryTypes: readonly number[];
  readonly responseCodes: readonly number[];
  /** One query of so many; 1 for all of them. */
  readonly sample: number;
}

/** The query filter shape has the members of a filter in the words of the API. */
export const queryFilterShape = {
  suffixes: z
    .array(z.string().max(255))
    .max(200)
    .default([])
    .describe(
      'Only queries for these names and all names below them; all names if empty. This filter and ' +
        'the next three apply to queries only.',
    ),
  query_types: z
    .array(z.string().max(20))
    .max(100)
    .default([])
    .describe('Query types such as `A`; all if empty.'),
  response_codes: z
    .array(z.string().max(20))
    .max(100)
    .default([])
    .describe('Response codes such as `NXDOMAIN`, or `none` for no response; all if empty.'),
  sample: z.int().min(1).max(1_000_000).default(1).describe('Passes on one of this number of queries.'),
};

/** A described query filter is a query filter in the words of the API. */
export interface DescribedQueryFilter {
  readonly suffixes: readonly string[];
  readonly query_types: readonly string[];
  readonly response_codes: readonly string[];
  readonly sample: number;
}

/** Reads the filter that is meant. Throws an InvalidInput that names what is not known. */
export function readQueryFilter(filter: DescribedQueryFilter): QueryFilter {
  const all = <Value>(
    field: string,
    list: readonly string[],
    read: (text: string) => Value | undefined,
  ): Value[] =>
    list.map((text, index) => {
      const value = read(text);
      if (value === undefined) throw new InvalidInput(`filter.${field}.${index}`, `"${text}" is not known`);
      return value;
    });
  return {
    suffixes: all('suffixes', filter.suffixes, writtenName),
    queryTypes: all('query_types', filter.query_types, recordTypeNumber),
    responseCodes: all('response_codes', filter.response_codes, (text) =>
      text === 'none' ? noResponseCode : responseCodeNumber(text),
    ),
    sample: filter.sample,
  };
}

export function describeQueryFilter(filter: QueryFilter): DescribedQueryFilter {
  return {
    suffixes: filter.suffixes,
    query_types: filter.queryTypes.map(recordTypeName),
    response_codes: filter.responseCodes.map((code) =>
      code === noResponseCode ? 'none' : responseCodeName(code),
    ),
    sample: filter.sample,
  };
}

/** Makes a function that tells whether a transaction is one that the filter chooses, of those that the sample has. */
export function filterMatcher({
  suffixes,
  queryTypes,
  responseCodes,
}: Omit<QueryFilter, 'sample'>): (query: SeenRow) => boolean {
  return conditionsMatcher({
    suffixes: { any: suffixes, none: [] },
    queryTypes: { any: queryTypes, none: [] },
    responseCodes: { any: responseCodes, none: [] },
  });
}

/** Tells whether the row at that place of its batch is among one of so many: the same rows at each attempt. */
export function isSampled(offset: number, sample: number): boolean {
  if (sample <= 1) return true;
  // The factor spreads the places.
  const spread = Math.imul(offset + 1, 0x9e37_79b1);
  // The low bits of the product follow those of the offset, which rows of one length have in common.
  const mixed = Math.imul(spread ^ (spread >>> 15), 0x85eb_ca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % sample === 0;
}
