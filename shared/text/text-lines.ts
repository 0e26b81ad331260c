/**
 * Makes text from the network safe for a terminal: control characters, by which a record could steer the terminal,
 * become visible, and so do characters that turn the direction of writing.
 */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Breaks a text at its spaces into lines of a width; the first may have another. A longer word has a line of its own. */
export function wrap(text: string, width: number, firstWidth = width): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = lines.length === 0 ? firstWidth : width;
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
