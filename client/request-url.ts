type Value = string | number | boolean | undefined | null;

/** Builds the URL of an operation: placeholders filled in and escaped, parameters that are undefined left out. */
export function requestUrl(
  base: string,
  path: string,
  params: Readonly<Record<string, Value>> = {},
  query: Readonly<Record<string, Value>> = {},
): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = params[name];
    // An empty segment would be another path.
    if (value === undefined || value === null || value === '') throw new TypeError(`"${name}" is missing`);
    // URLs take these for steps between folders, escaped or not.
    if (value === '.' || value === '..') throw new TypeError(`"${name}" can't be "${value}"`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${filled}${text === '' ? '' : `?${text}`}`;
}
