import type { QueryFilter, StoredQuery } from '../../../../ports/traffic/query-search.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { searchQueries } from './search-queries.ts';

/** Rows that one step takes: enough that a step's fixed cost is small, few enough to keep in memory. */
const step = 5_000;

/** Exports all rows of a filter, newest first, page by page: a reader that is slow holds nothing open in the engine. */
export async function* exportQueries(
  clickhouse: ClickHouse,
  filter: QueryFilter,
  signal?: AbortSignal,
): AsyncGenerator<StoredQuery[]> {
  let cursor: string | undefined;
  while (signal?.aborted !== true) {
    const page = await searchQueries(clickhouse, filter, { limit: step, cursor });
    if (page.queries.length > 0) yield page.queries;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
