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
  return at < end ? source.getInt32(at, true) & (-1 >>> ((4 + at - end) * 8)) : 0;
}

/**
 * Writes the name `source[from, to)` to `words` from `at` on; what its last word has left is zero. Returns whether the name has capitals.
 */
export function storeName(
  words: Int32Array,
  at: number,
  source: DataView,
  from: number,
  to: number,
): boolean {
  let position = from;
  let write = at;
  let changed = 0;
  for (; position + 4 <= to; position += 4) {
    const value = source.getInt32(position, true);
    const lower = lowerCase(value);
    changed |= value ^ lower;
    words[write++] = lower;
  }
  const value = lastWord(source, position, to);
  const lower = lowerCase(value);
  words[write] = lower;
  return (changed | (value ^ lower)) !== 0;
}

/**
 * Compares a stored name to that of `source[from, to)`, of the same length. Returns 0 if it is the same in lower case, a number above 0
 * if it has capitals, -1 if it is another name.
 */
export function compareName(
  words: Int32Array,
  at: number,
  source: DataView,
  from: number,
  to: number,
): number {
  let position = from;
  let read = at;
  let capitals = 0;
  for (; position + 4 <= to; position += 4, read++) {
    const value = source.getInt32(position, true);
    const difference = value ^ words[read]!;
    // Most senders write lower case, or repeat what they were asked as it is stored.
    if (difference === 0) continue;
    if (lowerCase(value) !== words[read]) return -1;
    capitals |= difference;
  }
  if (position === to) return capitals;
  const value = lastWord(source, position, to);
  return lowerCase(value) === words[read] ? capitals | (value ^ words[read]!) : -1;
}
