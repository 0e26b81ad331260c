/**
 * Writes a text from the wire or from a person in one line that changes nothing on a terminal: control characters and
 * characters that turn or hide text stand as `\u{202e}`; `\n` among them.
 */
export function plainText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Cuts the plain text to so many characters, with a mark if something is missing. */
export function cutText(text: string, most: number): string {
  const plain = plainText(text);
  if (plain.length <= most) return plain;
  return most < 2 ? plain.slice(0, Math.max(0, most)) : `${plain.slice(0, most - 1)}~`;
}
