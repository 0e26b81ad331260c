import type { QueryFilter, QueryPage, StoredQuery } from '../../../ports/query-search.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { filterCondition } from './query-filter.ts';
import {
  behindCursor,
  cursorOf,
  cursorOrder,
  cursorParameters,
  parseCursor,
  type SearchCursor,
} from './search-cursor.ts';
import { clientWindows, windows } from './search-windows.ts';
import { type StoredRow, storedColumns, storedQuery } from './stored-query.ts';

const day = 86_400_000;

/** A page of rows, newest first. */
export async function searchQueries(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  { limit, cursor: cursorText }: { limit: number; cursor?: string | undefined },
): Promise<QueryPage> {
  const cursor = cursorText === undefined ? undefined : parseCursor(cursorText);
  const to =
    cursor === undefined ? filter.to : new Date(Math.min(filter.to.getTime(), cursor[0] / 1_000 + 1));
  const queries: StoredQuery[] = [];
  const parts =
    filter.clientAddress !== undefined && to.getTime() - filter.from.getTime() > day
      ? await clientWindows(clickhouse, { ...filter, to })
      : windows(filter.from, to);
  for (const window of parts) {
    const missing = limit - queries.length;
    queries.push(...(await searchWindow(clickhouse, { ...filter, ...window }, missing, cursor)));
    if (queries.length >= limit) break;
  }
  const last = queries.at(-1);
  return { queries, nextCursor: queries.length < limit || last === undefined ? null : cursorOf(last) };
}

async function searchWindow(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  limit: number,
  cursor: SearchCursor | undefined,
): Promise<StoredQuery[]> {
  const { sql, parameters } = filterCondition(filter);
  const rows = await clickhouse.query<StoredRow>(
    `SELECT ${storedColumns} FROM queries
     WHERE ${sql} ${cursor === undefined ? '' : `AND ${behindCursor}`}
     ORDER BY ${cursorOrder} LIMIT {limit:UInt32}`,
    { ...parameters, limit, ...(cursor === undefined ? {} : cursorParameters(cursor)) },
    { rows: limit },
  );
  return rows.map(storedQuery);
}
