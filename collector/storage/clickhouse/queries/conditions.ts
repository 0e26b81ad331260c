import type { Choice, QueryConditions } from '@sonde/shared/batch/query-conditions.ts';
import { endingsOf, type LeakSystem } from '@sonde/shared/dns/outside-dns.ts';
import type { Parameters } from '../clickhouse.ts';

export interface Condition {
  readonly sql: string;
  readonly parameters: Parameters;
}

/**
 * Writes the conditions of a filter beyond its scope, for a statement that has the scope already; undefined if it has
 * none.
 */
export function conditionsOf(filter: QueryConditions): Condition | undefined {
  const parameters: Record<string, unknown> = {};
  const named = namedConditions(filter, parameters).flatMap(({ plain, ranged }) => [ranged, plain]);
  const conditions = [...named, ...otherConditions(filter, parameters)];
  return conditions.length === 0 ? undefined : { sql: conditions.join('\n  AND '), parameters };
}

/**
 * Writes the conditions for names and suffixes that are wanted, on a column of names: as they are, and as ranges of
 * names that are turned around.
 */
export function namedConditions(
  { names, suffixes }: Pick<QueryConditions, 'names' | 'suffixes'>,
  parameters: Record<string, unknown>,
  column = 'query_name',
): { readonly plain: string; readonly ranged: string }[] {
  const found: { plain: string; ranged: string }[] = [];
  if (isWanted(names)) {
    const values = bind(parameters, 'name', names.any);
    found.push({
      plain: oneOf(column, values),
      ranged: oneOf(
        `reverse(${column})`,
        values.map((value) => `reverse(${value})`),
      ),
    });
  }
  if (isWanted(suffixes) && !suffixes.any.includes('.')) {
    const values = bind(parameters, 'suffix', suffixes.any);
    found.push({
      plain: eitherOf(values.map((value) => endsWithSuffix(column, value))),
      ranged: eitherOf(values.map((value) => belowSuffix(column, value))),
    });
  }
  return found;
}

/** Writes all conditions but the ones for names and suffixes. */
export function otherConditions(filter: QueryConditions, parameters: Record<string, unknown>): string[] {
  const conditions: string[] = [];
  const columns = [
    ['client_address', 'client', filter.clients, addressOf],
    ['server_address', 'server', filter.servers, addressOf],
    ['query_type', 'type', filter.queryTypes, number],
    ['response_code', 'code', filter.responseCodes, number],
    ['agent_id', 'agent', filter.agents, number],
    ['transport', 'transport', filter.transports, text],
    ['policy_rule', 'rule', filter.policyRules, text],
  ] as const;
  for (const [column, prefix, choice, type] of columns) {
    if (choice === undefined) continue;
    if (choice.any.length > 0) conditions.push(oneOf(column, bind(parameters, prefix, choice.any, type)));
    if (choice.none.length > 0)
      conditions.push(`NOT ${oneOf(column, bind(parameters, `no_${prefix}`, choice.none, type))}`);
  }
  const { names, suffixes, slowerThan } = filter;
  if (names !== undefined && names.none.length > 0)
    conditions.push(`NOT ${oneOf('query_name', bind(parameters, 'no_name', names.none))}`);
  if (suffixes?.none.includes('.')) conditions.push('false');
  else if (suffixes !== undefined && suffixes.none.length > 0) {
    const values = bind(parameters, 'no_suffix', suffixes.none);
    conditions.push(`NOT ${eitherOf(values.map((value) => endsWithSuffix('query_name', value)))}`);
  }
  const { leaks } = filter;
  // By the last label alone, so that forty endings cost what one does.
  if (isWanted(leaks)) conditions.push(oneOf(lastLabel, bind(parameters, 'leak', endings(leaks.any))));
  if (leaks !== undefined && leaks.none.length > 0)
    conditions.push(`NOT ${oneOf(lastLabel, bind(parameters, 'no_leak', endings(leaks.none)))}`);
  if (slowerThan !== undefined) {
    conditions.push("latency_us > {slower:UInt32} AND outcome = 'answered'");
    parameters.slower = slowerThan;
  }
  return conditions;
}

const lastLabel = "splitByChar('.', query_name)[-1]";
const endings = (systems: readonly LeakSystem[]): string[] => systems.flatMap(endingsOf);
const text = (parameter: string): string => `{${parameter}:String}`;
const number = (parameter: string): string => `{${parameter}:UInt32}`;
const addressOf = (parameter: string): string => `toIPv6({${parameter}:String})`;

/** Makes a parameter of each value; gives them as SQL. */
function bind(
  parameters: Record<string, unknown>,
  prefix: string,
  values: readonly (string | number)[],
  type = text,
): string[] {
  return values.map((value, index) => {
    const name = index === 0 ? prefix : `${prefix}_${index}`;
    parameters[name] = value;
    return type(name);
  });
}

export function isWanted<Value>(choice: Choice<Value> | undefined): choice is Choice<Value> {
  return choice !== undefined && choice.any.length > 0;
}

function oneOf(column: string, values: readonly string[]): string {
  return values.length === 1 ? `${column} = ${values[0]}` : `${column} IN (${values.join(', ')})`;
}

function eitherOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' OR ')})`;
}

/**
 * Writes the condition that a column of names has a suffix or something below it, as one range of names that are turned
 * around.
 */
export function belowSuffix(column: string, suffix = '{suffix:String}'): string {
  return `(reverse(${column}) = reverse(${suffix}) OR startsWith(reverse(${column}), concat(reverse(${suffix}), '.')))`;
}

/** The same of a name as it is. */
function endsWithSuffix(column: string, suffix: string): string {
  return `(${column} = ${suffix} OR endsWith(${column}, concat('.', ${suffix})))`;
}
