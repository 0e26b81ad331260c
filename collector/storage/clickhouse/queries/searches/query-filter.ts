import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import type { Parameters } from '../../clickhouse.ts';
import { inScope, scopeParameters } from '../counts/scope.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: Parameters;
}

export interface FilterCondition extends Condition {
  /** What follows PREWHERE: looked at first, before other columns are read; empty where the engine is to choose. */
  readonly first: string;
}

/**
 * The condition of a filter on the table of rows. Names are compared reversed, as the table's order has them: what lies
 * below a suffix is then one range of it. Within that range they are compared as they are, and before all else: to turn each
 * name around, and to read the other columns of rows that do not match, took a quarter of a search.
 */
export function filterCondition(filter: QueryFilter): FilterCondition {
  const conditions = [inScope];
  const firstConditions: string[] = [];
  const parameters: Record<string, unknown> = { ...scopeParameters(filter) };
  const { clientAddress, name, suffix, queryType, responseCode } = filter;
  if (name !== undefined) {
    firstConditions.push('query_name = {name:String}');
    conditions.push('reverse(query_name) = reverse({name:String})');
    parameters.name = name;
  }
  if (suffix !== undefined && suffix !== '.') {
    firstConditions.push(endsWithSuffix('query_name'));
    conditions.push(belowSuffix('query_name'));
    parameters.suffix = suffix;
  }
  // The engine chooses no order by itself where it is given one.
  const others = firstConditions.length > 0 ? firstConditions : conditions;
  if (clientAddress !== undefined) {
    others.push('client_address = toIPv6({client:String})');
    parameters.client = clientAddress;
  }
  if (queryType !== undefined) {
    others.push('query_type = {queryType:UInt16}');
    parameters.queryType = queryType;
  }
  if (responseCode !== undefined) {
    others.push('response_code = {responseCode:UInt16}');
    parameters.responseCode = responseCode;
  }
  return {
    first: firstConditions.length === 0 ? '' : `PREWHERE ${firstConditions.join(' AND ')}`,
    sql: conditions.join('\n  AND '),
    parameters,
  };
}

/** That a column of names has the parameter `suffix` or something below it, as one range of names that are turned around. */
export function belowSuffix(column: string): string {
  return `(reverse(${column}) = reverse({suffix:String}) OR startsWith(reverse(${column}), concat(reverse({suffix:String}), '.')))`;
}

/** The same of a name as it is. */
function endsWithSuffix(column: string): string {
  return `(${column} = {suffix:String} OR endsWith(${column}, concat('.', {suffix:String})))`;
}
