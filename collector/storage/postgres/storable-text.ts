/**
 * Text from the wire as PostgreSQL can hold it: without the character zero and without halves of surrogate pairs, both
 * replaced by U+FFFD, and cut to that many characters. One odd string must not make a whole group of rows fail.
 */
export function storableText(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().replaceAll('\0', '\ufffd');
}

/** A value as JSON that `jsonb` takes, cleaned in the same way. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part, part.length) : part,
  );
}
