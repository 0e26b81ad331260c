/** Characters of one line, at most; the rest of a longer one is dropped. */
const longestLine = 65_536;

export interface Line {
  /** From 1. */
  readonly row: number;
  readonly text: string;
}

/**
 * Reads the lines of a document in stretches, without their ends. Memory is bounded by the longest line that is kept.
 */
export async function* readLines(document: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let row = 0;
  for await (const chunk of document) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = texts.pop()!;
    if (rest.length > longestLine) rest = rest.slice(0, longestLine);
    if (texts.length > 0) yield texts.map((text) => ({ row: ++row, text: withoutReturn(text) }));
  }
  rest += decoder.decode();
  if (rest !== '') yield [{ row: ++row, text: withoutReturn(rest) }];
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
