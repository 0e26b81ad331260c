export interface Match {
  readonly version: string | null;
}

/**
 * A matcher is a pattern that can be tried on a value. It takes time in proportion to the value's length, whatever the
 * value.
 */
export interface Matcher {
  /** Lower case: one of them stands in every value that matches; undefined if that can't be told. */
  readonly literals: readonly string[] | undefined;
  /** Matches a value; `lower` is `value` in lower case, character by character. */
  match(value: string, lower: string): Match | undefined;
}

/** Writes a text in lower case, as long as the text: a few letters of other alphabets would become two. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
