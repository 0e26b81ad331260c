import { z } from 'zod';
import { StoreError } from '../../../../ports/system/store-error.ts';
import type { StoredQuery } from '../../../../ports/traffic/query-search.ts';
import type { Parameters } from '../../clickhouse.ts';

/**
 * A place in the list of rows, newest first: the values that the list is sorted by, which tell any two rows of the wire
 * apart. Rows that come in meanwhile shift nothing, as a number of rows to skip would.
 */
const cursorSchema = z.tuple([
  z.int().min(0),
  z.int().min(0).max(0xffff_ffff),
  z.int().min(0).max(0xffff_ffff),
  z.int().min(0).max(0xffff),
  z.int().min(0).max(0xffff),
  z.int().min(0).max(0xffff),
  z.string().max(1_100),
]);
export type SearchCursor = z.infer<typeof cursorSchema>;

export const cursorOrder =
  'observed_at DESC, location_id DESC, agent_id DESC, client_port DESC, message_id DESC, query_type DESC, query_name DESC';

export const behindCursor = `observed_at <= fromUnixTimestamp64Micro({cursorAt:Int64}, 'UTC')
  AND (toUnixTimestamp64Micro(observed_at), location_id, agent_id, client_port, message_id, query_type, query_name)
    < ({cursorAt:Int64}, {cursorLocation:UInt32}, {cursorAgent:UInt32}, {cursorPort:UInt16}, {cursorId:UInt16}, {cursorType:UInt16}, {cursorName:String})`;

/** All that is behind a cursor and the rows of its own microsecond. */
export const notAfterCursor = "observed_at <= fromUnixTimestamp64Micro({cursorAt:Int64}, 'UTC')";

/**
 * The first rows behind a cursor, out of the newest by time alone; undefined where rows that were not fetched may belong
 * to them. `isAll` says that there are no further rows.
 */
export function firstOfOrder(
  byTime: readonly StoredQuery[],
  limit: number,
  isAll: boolean,
  cursor: SearchCursor | undefined,
): StoredQuery[] | undefined {
  const oldest = byTime.at(-1)?.observedAt ?? 0;
  const certain = byTime
    .filter((query) => isAll || query.observedAt > oldest)
    .map((query) => ({ query, place: placeOf(query) }))
    .filter(({ place }) => cursor === undefined || compare(place, cursor) < 0)
    .sort((a, b) => compare(b.place, a.place))
    .map(({ query }) => query);
  return isAll || certain.length >= limit ? certain.slice(0, limit) : undefined;
}

/** As the engine compares: numbers, then names by their octets. */
function compare(a: SearchCursor, b: SearchCursor): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    if (value === other) continue;
    if (typeof value === 'number') return value - Number(other);
    return Buffer.compare(Buffer.from(value), Buffer.from(String(other)));
  }
  return 0;
}

export function cursorParameters([at, location, agent, port, id, type, name]: SearchCursor): Parameters {
  return {
    cursorAt: at,
    cursorLocation: location,
    cursorAgent: agent,
    cursorPort: port,
    cursorId: id,
    cursorType: type,
    cursorName: name,
  };
}

function placeOf(query: StoredQuery): SearchCursor {
  const { observedAt, locationId, agentId, clientPort, messageId, queryType, queryName } = query;
  return [observedAt, locationId, agentId, clientPort, messageId, queryType, queryName];
}

export function cursorOf(query: StoredQuery): string {
  return Buffer.from(JSON.stringify(placeOf(query))).toString('base64url');
}

/** Throws a StoreError of kind `refused` where the text is none of ours. */
export function parseCursor(text: string): SearchCursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new StoreError('refused', 'The cursor is not one that this list gave out.', { cause });
  }
}
