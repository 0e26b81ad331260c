import type { QueryFilter, QueryPage, QuerySearch, StoredQuery } from '../../ports/traffic/query-search.ts';
import type { ClickHouse } from './clickhouse.ts';
import { exportQueries } from './queries/searches/export-queries.ts';
import { searchQueries } from './queries/searches/search-queries.ts';

export class ClickHouseQuerySearch implements QuerySearch {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  search(filter: QueryFilter, page: { limit: number; cursor?: string | undefined }): Promise<QueryPage> {
    return searchQueries(this.#clickhouse, filter, page);
  }

  export(filter: QueryFilter, signal?: AbortSignal): AsyncIterable<StoredQuery[]> {
    return exportQueries(this.#clickhouse, filter, signal);
  }
}
