/** A source is one file of a configuration, with its lines found once. */
export class Source {
  readonly name: string;
  readonly text: string;
  #starts: number[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Computes line and column of an offset, both from 1; columns in UTF-16 units. */
  place(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= lineStarts(this.text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }
}

/** A span is a part of a file: offsets, the end after the last character. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A word is a word of a file, as the server reads it. */
export interface Word extends Span {
  readonly text: string;
  readonly quoted: boolean;
}

/** Returns the span from the start of one part to the end of another, in the file of the first. */
export function spanning(first: Span, last: Span): Span {
  const end = last.source === first.source ? Math.max(first.end, last.end) : first.end;
  return { source: first.source, start: first.start, end };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
