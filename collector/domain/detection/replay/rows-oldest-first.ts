import type { QuerySearch, StoredQuery } from '../../../ports/traffic/query-search.ts';

/** The rows of a slice of time are kept at once, since the store tells them newest first. */
const sliceMilliseconds = 15 * 60_000;

/**
 * Stored rows in the order in which they were seen, in slices of time. Ends before a slice that would make it more than
 * `most` rows, and says where that begins.
 */
export async function* rowsOldestFirst(
  filter: { readonly locationIds: readonly number[]; readonly from: Date; readonly to: Date },
  most: number,
  ports: { readonly querySearch: Pick<QuerySearch, 'export'> },
  signal: AbortSignal,
): AsyncGenerator<StoredQuery[], Date | undefined> {
  let left = most;
  for (let from = filter.from.getTime(); from < filter.to.getTime(); from += sliceMilliseconds) {
    signal.throwIfAborted();
    const slice = {
      ...filter,
      from: new Date(from),
      to: new Date(Math.min(from + sliceMilliseconds, filter.to.getTime())),
    };
    const rows: StoredQuery[] = [];
    for await (const group of ports.querySearch.export(slice, signal)) {
      rows.push(...group);
      if (rows.length > left) return slice.from;
    }
    left -= rows.length;
    if (rows.length > 0) yield rows.reverse();
  }
  return undefined;
}
