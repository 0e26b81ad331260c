/**
 * Makes text from the wire fit for PostgreSQL: without the character zero and without halves of surrogate pairs, both
 * replaced by U+FFFD, and cut to that many bytes of UTF-8: an index takes some 2,700. One odd string must not make a
 * whole group of rows fail.
 */
export function storableText(text: string, longest: number): string {
  // A character has at least one byte, so that what is beyond can't stay.
  const clean = text.slice(0, longest).toWellFormed().replaceAll('\0', '\ufffd');
  const bytes = Buffer.from(clean);
  if (bytes.length <= longest) return clean;
  let end = longest;
  // 10xxxxxx continues a character (RFC 3629 section 3).
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.toString('utf8', 0, end);
}

/** Writes a value as JSON that `jsonb` takes, its strings cleaned in the same way and not cut. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\ufffd') : part,
  );
}
