import type { QuerySearch, StoredQuery } from '../../../ports/traffic/query-search.ts';
import type { TrafficScope } from '../../../ports/traffic/traffic.ts';

/** The rows of a slice of time are kept at once, since the store tells them newest first. */
const firstSlice = 15 * 60_000;
/** If little is stored: a question costs as much for nothing as for much. */
const longestSlice = 6 * 3_600_000;
const shortestSlice = 1_000;

interface Ports {
  readonly querySearch: Pick<QuerySearch, 'export'>;
}

/**
 * Yields stored rows in the order in which they were seen, in slices of time, shorter ones if there is much. Ends
 * before a slice that would make it more than `most` rows, or of which a second has more than `mostAtOnce`, and says
 * when that begins.
 */
export async function* rowsOldestFirst(
  filter: TrafficScope,
  { most, mostAtOnce }: { readonly most: number; readonly mostAtOnce: number },
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<StoredQuery[], Date | undefined> {
  let left = most;
  let length = firstSlice;
  for (let from = filter.from.getTime(); from < filter.to.getTime(); ) {
    signal.throwIfAborted();
    const to = Math.min(from + length, filter.to.getTime());
    const slice = { ...filter, from: new Date(from), to: new Date(to) };
    const rows = await rowsOf(slice, Math.min(left, mostAtOnce), ports, signal);
    if (rows === undefined) {
      const isNearlyFull = left < mostAtOnce && left < most;
      if (isNearlyFull || to - from <= shortestSlice) return slice.from;
      length = Math.max(shortestSlice, Math.floor((to - from) / 4));
      continue;
    }
    from = to;
    left -= rows.length;
    if (rows.length * 4 < mostAtOnce) length = Math.min(longestSlice, length * 2);
    if (rows.length > 0) yield rows.reverse();
  }
  return undefined;
}

/** Newest first; undefined if there are more. */
async function rowsOf(
  slice: TrafficScope,
  most: number,
  { querySearch }: Ports,
  signal: AbortSignal,
): Promise<StoredQuery[] | undefined> {
  const rows: StoredQuery[] = [];
  for await (const group of querySearch.export(slice, signal)) {
    rows.push(...group);
    if (rows.length > most) return undefined;
  }
  return rows;
}
