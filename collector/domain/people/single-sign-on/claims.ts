/** Finds a claim by its name, or by a path of names with dots. Own members alone: `__proto__` is no claim. */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}

/** Reads the values of a claim that is a text or a list of texts: a value of another type says nothing. */
export function claimValues(claims: Readonly<Record<string, unknown>>, name: string | null): string[] {
  if (name === null) return [];
  const value = claimAt(claims, name);
  const values = Array.isArray(value) ? value.slice(0, 1_000) : [value];
  return values.filter((one) => typeof one === 'string');
}

/**
 * Finds the highest meaning of the values, by an order from the most to the least; undefined if none means anything.
 */
export function highest<Word extends string>(
  values: readonly string[],
  meanings: readonly { readonly value: string; readonly means: Word }[],
  order: readonly Word[],
): Word | undefined {
  const words = new Set(meanings.filter(({ value }) => values.includes(value)).map(({ means }) => means));
  return order.find((word) => words.has(word));
}

/** Reads a claim that is a name for people: nothing longer than names are. */
export function nameClaim(claims: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = claims[name];
  if (typeof value !== 'string') return null;
  return (
    value
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 100) || null
  );
}
