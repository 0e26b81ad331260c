import { type LeakSystem, leakSystemOf } from '../dns/outside-dns.ts';
import { addressBytes, addressText } from '../net/address.ts';
import type { Choice, QueryConditions } from './query-conditions.ts';
import type { SeenRow } from './seen-row.ts';

/**
 * Makes a function that tells whether a query meets the conditions: the same as the store's own answer, for queries
 * that are not asked of it.
 */
export function conditionsMatcher(conditions: QueryConditions): (query: SeenRow) => boolean {
  const { queryTypes, responseCodes, agents, transports, policyRules, slowerThan } = conditions;
  const tests = [
    chosen(inOneForm(conditions.clients), ({ clientAddress }) => clientAddress),
    chosen(inOneForm(conditions.servers), ({ serverAddress }) => serverAddress),
    chosen(conditions.names, ({ queryName }) => queryName),
    below(conditions.suffixes),
    chosen<LeakSystem | undefined>(conditions.leaks, ({ queryName }) => leakSystemOf(queryName)),
    chosen(queryTypes, ({ queryType }) => queryType),
    chosen(responseCodes, ({ responseCode }) => responseCode),
    chosen(agents, ({ agentId }) => agentId),
    chosen(transports, ({ transport }) => transport),
    chosen(policyRules, ({ policyRule }) => policyRule),
    slowerThan === undefined
      ? undefined
      : ({ latency, outcome }: SeenRow) => outcome === 'answered' && latency > slowerThan,
  ].filter((test) => test !== undefined);
  return (query) => tests.every((test) => test(query));
}

type Test = ((query: SeenRow) => boolean) | undefined;

function chosen<Value>(choice: Choice<Value> | undefined, columnOf: (query: SeenRow) => Value): Test {
  if (choice === undefined) return undefined;
  const any = new Set(choice.any);
  const none = new Set(choice.none);
  return (query) => {
    const value = columnOf(query);
    return (any.size === 0 || any.has(value)) && !none.has(value);
  };
}

function below(choice: Choice<string> | undefined): Test {
  if (choice === undefined) return undefined;
  const isBelow = (name: string, suffixes: readonly string[]): boolean =>
    suffixes.some((suffix) => suffix === '.' || name === suffix || name.endsWith(`.${suffix}`));
  const { any, none } = choice;
  return ({ queryName }) => (any.length === 0 || isBelow(queryName, any)) && !isBelow(queryName, none);
}

/** Addresses as rows have them. */
function inOneForm(choice: Choice<string> | undefined): Choice<string> | undefined {
  const written = (address: string): string => addressText(addressBytes(address));
  return choice && { any: choice.any.map(written), none: choice.none.map(written) };
}
