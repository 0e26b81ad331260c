import type { QueryFilter } from '../../../ports/query-search.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { scopeParameters } from './scope.ts';

export interface Window {
  readonly from: Date;
  readonly to: Date;
}

const day = 86_400_000;

/**
 * Parts of a filter's time, newest first, to be searched one after the other until a page is full: a day, then twice as
 * many each time. The newest rows of a month are found without looking at the month.
 */
export function* windows(from: Date, to: Date): Generator<Window> {
  let end = to.getTime();
  for (let days = 1; end > from.getTime(); days *= 2) {
    const midnight = Math.floor((end - 1) / day) * day;
    const start = Math.max(from.getTime(), midnight - (days - 1) * day);
    yield { from: new Date(start), to: new Date(end) };
    end = start;
  }
}

/**
 * The same for one client, whose rows lie anywhere in a day: only days on which it asked at all. They are known from the
 * rollup, which is kept at least as long as the rows.
 */
export async function clientWindows(clickhouse: ClickHouse, filter: QueryFilter): Promise<Window[]> {
  const rows = await clickhouse.query<{ at: number }>(
    `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS at FROM client_hours
     WHERE location_id IN {locations:Array(UInt32)}
       AND toDate(hour) >= toDate({from:DateTime64(6, 'UTC')}) AND toDate(hour) <= toDate({to:DateTime64(6, 'UTC')})
       AND client_address = toIPv6({client:String})
     ORDER BY at DESC`,
    { ...scopeParameters(filter), client: filter.clientAddress },
  );
  return rows
    .map(({ at }) => ({
      from: new Date(Math.max(at * 1_000, filter.from.getTime())),
      to: new Date(Math.min(at * 1_000 + day, filter.to.getTime())),
    }))
    .filter(({ from, to }) => from < to);
}
