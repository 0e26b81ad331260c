import type { QueryFilter, QueryPage, StoredQuery } from '../../../../ports/traffic/query-search.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { isWanted } from '../conditions.ts';
import { activeDays, namesDays } from './active-days.ts';
import { filterCondition } from './query-filter.ts';
import {
  cursorBehind,
  cursorOrder,
  cursorParameters,
  firstOfOrder,
  notAfterCursor,
  notBeforeCursor,
  parseCursor,
  type SearchCursor,
} from './search-cursor.ts';
import { nextDays, type Window, windows } from './search-windows.ts';
import { type StoredRow, storedColumns, storedQuery } from './stored-query.ts';

const day = 86_400_000;
/** Rows beyond the page that are fetched for the sake of those of one moment. */
const spare = 8;

/** Finds a page of rows, newest first. */
export async function searchQueries(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  { limit, cursor: cursorText }: { limit: number; cursor?: string | undefined },
): Promise<QueryPage> {
  const cursor = cursorText === undefined ? undefined : parseCursor(cursorText);
  const to =
    cursor === undefined ? filter.to : new Date(Math.min(filter.to.getTime(), cursor.place[0] / 1_000 + 1));
  const { from } = filter;
  const search = (window: Window, wanted: number) => searchWindow(clickhouse, filter, window, wanted, cursor);
  const queries: StoredQuery[] = [];
  if (!namesDays(filter) || to.getTime() - from.getTime() <= day) {
    for (const window of windows(from, to, Date.now())) {
      queries.push(...(await search(window, limit - queries.length)));
      if (queries.length >= limit) break;
    }
  } else {
    let days = await activeDays(clickhouse, { ...filter, to });
    for (let atLeast = 1; queries.length < limit && days.length > 0; atLeast *= 2) {
      const wanted = limit - queries.length;
      const { window, taken } = nextDays({ from, to }, days, wanted, atLeast);
      queries.push(...(await search(window, wanted)));
      days = days.slice(taken);
    }
  }
  return { queries, nextCursor: queries.length < limit ? null : cursorBehind(queries, cursor) };
}

/**
 * Rows are sorted by time alone first: a full sort reads all of its columns of every row that matches, and rows of one
 * microsecond are few. If they are so many that the page might be another, all of the order is asked for.
 */
async function searchWindow(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  { from, to, days }: Window,
  limit: number,
  cursor: SearchCursor | undefined,
): Promise<StoredQuery[]> {
  const { first, sql, parameters } = filterCondition({ ...filter, from, to });
  // A name's rows are read at a few places of many days, where nobody else reads.
  const isReadOnce = isWanted(filter.names) || isWanted(filter.suffixes);
  const onDays = days === undefined ? '' : 'AND toYYYYMMDD(observed_at) IN {days:Array(UInt32)}';
  const ask = async (behind: string, order: string, rows: number, given = 0): Promise<StoredQuery[]> => {
    const found = await clickhouse.query<StoredRow>(
      `SELECT ${storedColumns} FROM queries ${first}
       WHERE ${sql} ${onDays} ${cursor === undefined ? '' : `AND ${behind}`}
       ORDER BY ${order} LIMIT {limit:UInt32} OFFSET {given:UInt32}`,
      {
        ...parameters,
        limit: rows,
        given,
        days: (days ?? []).map(dayNumber),
        ...(cursor === undefined ? {} : cursorParameters(cursor)),
      },
      { rows, isReadOnce },
    );
    return found.map(storedQuery);
  };
  const byTime = await ask(notAfterCursor, 'observed_at DESC', limit + spare);
  const page = firstOfOrder(byTime, limit, byTime.length < limit + spare, cursor);
  if (page !== undefined) return page;
  // Rows that were given lie in the window of the cursor's own moment alone.
  const at = cursor === undefined ? undefined : cursor.place[0] / 1_000;
  const isHere = at !== undefined && at >= from.getTime() && at < to.getTime();
  return ask(notBeforeCursor, cursorOrder, limit, isHere ? cursor?.given : 0);
}

/** YYYYMMDD, as the partitions of rows are named. */
function dayNumber(time: number): number {
  return Number(new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}
