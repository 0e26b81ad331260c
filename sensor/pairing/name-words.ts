/**
 * Names on the wire as words of four bytes in lower case, compared and stored a word at a time. Lengths of labels are
 * below the letters, so that a name can be treated whole. A name on the wire is the question's, behind which type and class
 * stand: a word that begins within it can be read whole, too.
 */

/** The word's four bytes with the letters A to Z in lower case: all four at once, each in its own byte. */
function lowerCase(value: number): number {
  const low = value & 0x7f7f7f7f;
  // The eighth bit of a byte's sum tells whether the byte is at least `A`, or above `Z`; exactly one is so for a letter.
  const isUpper = (low + 0x3f3f3f3f) ^ (low + 0x25252525);
  return value | ((isUpper & ~value & 0x80808080) >>> 2);
}

/** The one to three bytes of the word at `at` that are before `end`; 0 for none. */
function lastWord(source: DataView, at: number, end: number): number {
  return at < end ? lowerCase(source.getInt32(at, true)) & (-1 >>> ((4 + at - end) * 8)) : 0;
}

/** Writes the name `source[from, to)` to `words` from `at` on; what its last word has left is zero. */
export function storeName(words: Int32Array, at: number, source: DataView, from: number, to: number): void {
  let position = from;
  let write = at;
  for (; position + 4 <= to; position += 4) words[write++] = lowerCase(source.getInt32(position, true));
  words[write] = lastWord(source, position, to);
}

/** Tells whether a stored name of the same length is that of `source[from, to)`. */
export function isStoredName(
  words: Int32Array,
  at: number,
  source: DataView,
  from: number,
  to: number,
): boolean {
  let position = from;
  let read = at;
  for (; position + 4 <= to; position += 4, read++) {
    const value = source.getInt32(position, true);
    // Most senders write lower case, or repeat what they were asked as it is stored.
    if (value !== words[read] && lowerCase(value) !== words[read]) return false;
  }
  return position === to || lastWord(source, position, to) === words[read];
}
