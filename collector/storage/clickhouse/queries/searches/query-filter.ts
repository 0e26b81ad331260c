import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { Parameters } from '../../clickhouse.ts';
import { inScope, scopeParameters } from '../counts/scope.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: Parameters;
}

/**
 * The condition of a filter on the table of rows. Names are compared reversed, as the table's order has them: what lies
 * below a suffix is then one range of it.
 */
export function filterCondition(filter: QueryFilter): Condition {
  const conditions = [inScope];
  const parameters: Record<string, unknown> = { ...scopeParameters(filter) };
  const add = (sql: string, values: Parameters): void => {
    conditions.push(sql);
    Object.assign(parameters, values);
  };
  const { clientAddress, name, suffix, queryType, responseCode } = filter;
  if (clientAddress !== undefined) {
    add('client_address = toIPv6({client:String})', { client: clientAddress });
  }
  if (name !== undefined) {
    add('reverse(query_name) = reverse({name:String})', { name });
  }
  if (suffix !== undefined && suffix !== '.') {
    add(belowSuffix('query_name'), { suffix });
  }
  if (queryType !== undefined) add('query_type = {queryType:UInt16}', { queryType });
  if (responseCode !== undefined) add('response_code = {responseCode:UInt16}', { responseCode });
  return { sql: conditions.join('\n  AND '), parameters };
}

/** That a column of names has the parameter `suffix` or something below it. */
export function belowSuffix(column: string): string {
  return `(reverse(${column}) = reverse({suffix:String}) OR startsWith(reverse(${column}), concat(reverse({suffix:String}), '.')))`;
}
