import { addressBytes } from '@sonde/shared/net/address.ts';
import { z } from 'zod';
import { StoreError } from '../../../../ports/system/store-error.ts';
import type { StoredQuery } from '../../../../ports/traffic/query-search.ts';
import type { Parameters } from '../../clickhouse.ts';

const placeSchema = z.tuple([
  z.int().min(0),
  z.int().min(0).max(0xffff_ffff),
  z.int().min(0).max(0xffff_ffff),
  z.int().min(0).max(0xffff),
  z.int().min(0).max(0xffff),
  z.int().min(0).max(0xffff),
  z.string().max(1_100),
  z.string().regex(/^[0-9A-F]{32}$/),
  z.int().min(0).max(0xffff),
  z.int().min(0).max(0xffff_ffff),
]);

/**
 * A place in the list of rows, newest first: the values that the list is sorted by. The first of them tell any two rows of
 * the wire apart. What programs send may have its time in seconds and no port, which the client and what came back tell
 * apart; rows that agree in all of it are counted.
 */
type Place = z.infer<typeof placeSchema>;

/** Behind so many rows of a place. Rows that come in meanwhile shift nothing, as a number of all rows to skip would. */
const cursorSchema = z.object({ place: placeSchema, given: z.int().min(1).max(0xffff_ffff) });
export type SearchCursor = z.infer<typeof cursorSchema>;

export const cursorOrder =
  'observed_at DESC, location_id DESC, agent_id DESC, client_port DESC, message_id DESC, query_type DESC, query_name DESC, ' +
  'hex(client_address) DESC, response_code DESC, latency_us DESC';

/** The condition chooses all rows behind a cursor and the rows of its own place, the given ones among them. */
export const notBeforeCursor = `observed_at <= fromUnixTimestamp64Micro({cursorAt:Int64}, 'UTC')
  AND (toUnixTimestamp64Micro(observed_at), location_id, agent_id, client_port, message_id, query_type, query_name,
    hex(client_address), response_code, latency_us)
    <= ({cursorAt:Int64}, {cursorLocation:UInt32}, {cursorAgent:UInt32}, {cursorPort:UInt16}, {cursorId:UInt16}, {cursorType:UInt16}, {cursorName:String},
    {cursorClient:String}, {cursorCode:UInt16}, {cursorLatency:UInt32})`;

/** The condition chooses all rows behind a cursor and the rows of its own microsecond. */
export const notAfterCursor = "observed_at <= fromUnixTimestamp64Micro({cursorAt:Int64}, 'UTC')";

/**
 * Picks the first rows behind a cursor, out of the newest by time alone; undefined if rows that were not fetched may
 * belong to them. `isAll` says that there are no further rows.
 */
export function firstOfOrder(
  byTime: readonly StoredQuery[],
  limit: number,
  isAll: boolean,
  cursor: SearchCursor | undefined,
): StoredQuery[] | undefined {
  const oldest = byTime.at(-1)?.observedAt ?? 0;
  const fromCursor = byTime
    .filter((query) => isAll || query.observedAt > oldest)
    .map((query) => ({ query, place: placeOf(query) }))
    .filter(({ place }) => cursor === undefined || compare(place, cursor.place) <= 0)
    .sort((a, b) => compare(b.place, a.place));
  const isGiven = ({ place }: { place: Place }, index: number): boolean =>
    cursor !== undefined && index < cursor.given && compare(place, cursor.place) === 0;
  const certain = fromCursor.filter((row, index) => !isGiven(row, index)).map(({ query }) => query);
  return isAll || certain.length >= limit ? certain.slice(0, limit) : undefined;
}

/** Compares as the engine does: numbers, then texts by their octets. */
function compare(a: Place, b: Place): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    if (value === other) continue;
    if (typeof value === 'number') return value - Number(other);
    return Buffer.compare(Buffer.from(value), Buffer.from(String(other)));
  }
  return 0;
}

export function cursorParameters({
  place: [at, location, agent, port, id, type, name, client, code, latency],
}: SearchCursor): Parameters {
  return {
    cursorAt: at,
    cursorLocation: location,
    cursorAgent: agent,
    cursorPort: port,
    cursorId: id,
    cursorType: type,
    cursorName: name,
    cursorClient: client,
    cursorCode: code,
    cursorLatency: latency,
  };
}

function placeOf(query: StoredQuery): Place {
  const { observedAt, locationId, agentId, clientPort, messageId, queryType, queryName } = query;
  const client = addressBytes(query.clientAddress).toString('hex').toUpperCase();
  return [
    observedAt,
    locationId,
    agentId,
    clientPort,
    messageId,
    queryType,
    queryName,
    client,
    query.responseCode,
    query.latency,
  ];
}

/** Makes the cursor of the last row of a page, which is not empty, that began at a cursor. */
export function cursorBehind(page: readonly StoredQuery[], before: SearchCursor | undefined): string {
  const place = placeOf(page.at(-1)!);
  const isThere = (query: StoredQuery): boolean => compare(placeOf(query), place) === 0;
  let given = page.length - 1 - page.findLastIndex((query) => !isThere(query));
  if (given === page.length && before !== undefined && compare(before.place, place) === 0)
    given += before.given;
  return Buffer.from(JSON.stringify({ place, given })).toString('base64url');
}

/** Parses a cursor. Throws a StoreError of kind `refused` if the text is none of ours. */
export function parseCursor(text: string): SearchCursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw new StoreError('refused', 'The cursor is not one that this list gave out.', {
      cause,
      parameter: 'cursor',
    });
  }
}
