import type { StoredQuery } from '@sonde/client/api-types.generated.ts';

/** Rows among which those that come are looked for: what is shown longer comes no more. */
const lately = 1_000;

/** Makes the key of a row from the fields that tell rows apart; rows that agree in all of them share a key. */
export function rowKey(row: StoredQuery): string {
  const { timestamp, client_ip: client, client_port: port, query_name: name, query_type: type } = row;
  return `${timestamp} ${client} ${port} ${name} ${type} ${row.agent_id}`;
}

/** Returns the rows that are not among the newest of those that are shown. */
export function notShown(rows: readonly StoredQuery[], shown: readonly StoredQuery[]): StoredQuery[] {
  const known = new Set(shown.slice(0, lately).map(rowKey));
  return rows.filter((row) => !known.has(rowKey(row)));
}

/**
 * Puts a page of older rows below those that are shown. Above the first page are rows that came live while it was on its way, of
 * which it may hold some as well; further pages begin where the one before ended.
 */
export function withPage(
  shown: readonly StoredQuery[],
  page: readonly StoredQuery[],
  isFirst: boolean,
): readonly StoredQuery[] {
  return [...shown, ...(isFirst ? notShown(page, shown) : page)];
}
