import type { QueryFilter } from '../../../../ports/traffic/query-search.ts';
import { type Condition, namedConditions, otherConditions } from '../conditions.ts';
import { inScope, scopeParameters } from '../counts/scope.ts';

export interface FilterCondition extends Condition {
  /** The condition of PREWHERE: looked at first, before other columns are read; empty if the engine is to choose. */
  readonly first: string;
}

/**
 * Writes the condition of a filter on the table of rows. Names are compared reversed, as the table's order has them:
 * what lies below a suffix is then one range of it. Within that range they are compared as they are, and before all
 * else: to turn each name around, and to read the other columns of rows that do not match, took a quarter of a search.
 */
export function filterCondition(filter: QueryFilter): FilterCondition {
  const parameters: Record<string, unknown> = { ...scopeParameters(filter) };
  const named = namedConditions(filter, parameters);
  const first = named.map(({ plain }) => plain);
  const others = otherConditions(filter, parameters);
  // The engine chooses no order by itself where it is given one.
  const where = [inScope, ...named.map(({ ranged }) => ranged), ...(first.length > 0 ? [] : others)];
  return {
    first: first.length === 0 ? '' : `PREWHERE ${[...first, ...others].join(' AND ')}`,
    sql: where.join('\n  AND '),
    parameters,
  };
}
