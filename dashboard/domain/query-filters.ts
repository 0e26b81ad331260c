/**
 * The filter fields are the fields by which queries can be filtered, in the order of the choice; each is a parameter of
 * the page's address.
 */
export const filterFields = [
  'suffix',
  'name',
  'leak',
  'client',
  'query_type',
  'response_code',
  'server',
  'protocol',
  'policy_rule',
  'agent_id',
  'slower_than_ms',
] as const;
export type FilterField = (typeof filterFields)[number];

/**
 * A filter names one of several values, or none of them; as the API and the page's address write it: `A,AAAA` or
 * `!TXT`.
 */
export interface Filter {
  readonly field: FilterField;
  readonly not: boolean;
  readonly values: readonly string[];
}

type TextField = Exclude<FilterField, 'slower_than_ms'>;

/** A filter query holds the filters as the API takes them. */
export type FilterQuery = Partial<Record<TextField, string> & { slower_than_ms: number }>;

/** Reads the filters from an address; the wanted and the excluded values of a field are two. */
export function filtersOf(query: URLSearchParams): Filter[] {
  return filterFields.flatMap((field) => {
    const text = query.get(field);
    if (text === null || text === '') return [];
    const values = listed(text);
    const only = values.filter((value) => !value.startsWith('!'));
    const without = values.filter((value) => value.startsWith('!')).map((value) => value.slice(1));
    return [
      ...(only.length > 0 ? [{ field, not: false, values: only }] : []),
      ...(without.length > 0 ? [{ field, not: true, values: without }] : []),
    ];
  });
}

export function filterQuery(filters: readonly Filter[]): FilterQuery {
  const query: FilterQuery = {};
  for (const field of filterFields) {
    const text = conditionOf(filters, field);
    if (text === undefined) continue;
    if (field !== 'slower_than_ms') query[field] = text;
    else if (Number.isFinite(Number(text))) query[field] = Number(text);
  }
  return query;
}

/** Gives the address parameter of a field after a filter is added. */
export function withFilter(filters: readonly Filter[], added: Filter): string | undefined {
  if (added.field === 'slower_than_ms') return added.values.at(-1);
  const others = filters.filter(({ field }) => field === added.field);
  const fresh = added.values.filter(
    (value) => !others.some(({ not, values }) => not === added.not && values.includes(value)),
  );
  return conditionOf([...others, { ...added, values: fresh }], added.field);
}

/** Gives the address parameter of a field after a filter is removed. */
export function withoutFilter(filters: readonly Filter[], removed: Filter): string | undefined {
  return conditionOf(
    filters.filter((filter) => filter !== removed),
    removed.field,
  );
}

function conditionOf(filters: readonly Filter[], field: FilterField): string | undefined {
  const values = filters
    .filter((filter) => filter.field === field)
    .flatMap(({ not, values: texts }) => texts.map((text) => (not ? `!${text}` : text)));
  return values.length === 0 ? undefined : values.join(',');
}

/** The parts of a list; what has a backslash before it is no comma. */
function listed(text: string): string[] {
  return text.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [];
}

/** Escapes a value from a row for a filter: its own commas and a leading exclamation mark get a backslash. */
export function escapedValue(value: string): string {
  return value.replaceAll(/\\.|,/gs, (found) => (found === ',' ? '\\,' : found)).replace(/^!/, '\\!');
}
