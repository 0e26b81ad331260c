/**
 * All tables that views fill share these settings: without a window of tokens on the target, a retry would count twice.
 */
export const rollupSettings =
  'SETTINGS non_replicated_deduplication_window = 100000, replicated_deduplication_window = 100000';

export function enumType(values: Readonly<Record<string, number>>): string {
  const items = Object.entries(values).map(([name, value]) => `'${name}' = ${value}`);
  return `Enum8(${items.join(', ')})`;
}

/**
 * Writes the expression for the registrable domain of a name: the public suffix and one label. The engine's own list of
 * suffixes serves, so that any server computes the same without a list installed; it knows suffixes of one and two
 * labels and private ones (`github.io`), not of three (`k12.ca.us`). A name without a suffix, a single label or a name
 * that is no host name, stands for itself by its last two labels. The function takes URLs, so a slash (RFC 2317) is put
 * out of its sight.
 */
export function registrableDomain(name: string): string {
  const cut = `cutToFirstSignificantSubdomain(replaceAll(${name}, '/', '_'))`;
  return `if(${cut} != '', ${cut}, arrayStringConcat(arraySlice(splitByChar('.', ${name}), -2), '.'))`;
}
