import { StoreError } from '../../../../collector/ports/system/store-error.ts';
import type {
  QueryFilter,
  QuerySearch,
  StoredQuery,
} from '../../../../collector/ports/traffic/query-search.ts';

/** Stored queries in memory, searched by the filter's location, time, client, name and suffix. */
export class FakeQuerySearch implements QuerySearch {
  readonly queries: StoredQuery[] = [];

  async search(filter: QueryFilter, page: { limit: number; cursor?: string | undefined }) {
    const start = page.cursor === undefined ? 0 : Number(page.cursor);
    if (!Number.isSafeInteger(start))
      throw new StoreError('refused', 'this is no cursor', { parameter: 'cursor' });
    const found = this.#find(filter);
    const end = start + page.limit;
    return { queries: found.slice(start, end), nextCursor: end < found.length ? String(end) : null };
  }

  async *export(filter: QueryFilter) {
    yield this.#find(filter);
  }

  #find(filter: QueryFilter): StoredQuery[] {
    const matches = (query: StoredQuery) =>
      filter.locationIds.includes(query.locationId) &&
      query.observedAt >= filter.from.getTime() * 1_000 &&
      query.observedAt < filter.to.getTime() * 1_000 &&
      (filter.clientAddress === undefined || filter.clientAddress === query.clientAddress) &&
      (filter.name === undefined || filter.name === query.queryName) &&
      (filter.suffix === undefined || `.${query.queryName}`.endsWith(`.${filter.suffix}`)) &&
      (filter.queryType === undefined || filter.queryType === query.queryType) &&
      (filter.responseCode === undefined || filter.responseCode === query.responseCode);
    return this.queries.filter(matches).sort((a, b) => b.observedAt - a.observedAt);
  }
}
