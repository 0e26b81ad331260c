/** The span of a fault is a part of a text: lines and columns from 1, columns in UTF-16 units, the end after its last character. */
export interface FaultSpan {
  readonly line: number;
  /** Null: the whole line. */
  readonly column: number | null;
  readonly end?: { readonly line: number; readonly column: number };
}

/** An excerpt is a line of a text in three parts, of which the middle one is meant. */
export interface Excerpt {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Characters that are shown on each side of what is meant, and of it. */
const mostBeside = 60;
const mostMarked = 120;

/**
 * Cuts the line of a fault out of a text, with the part that is meant; undefined if the text has no such line, or nothing stands in
 * it. A part that goes on behind the line ends with it.
 */
export function excerptOf(lines: readonly string[], { line, column, end }: FaultSpan): Excerpt | undefined {
  const text = lines[line - 1]?.trimEnd();
  if (text === undefined || text === '') return undefined;
  const from = Math.min(Math.max((column ?? 1) - 1, 0), text.length);
  const to = end === undefined || end.line !== line ? wordEnd(text, from, column) : end.column - 1;
  const before = text.slice(0, from);
  const marked = text.slice(from, Math.max(to, from));
  const after = text.slice(from + marked.length);
  return {
    before: before.length > mostBeside ? `…${before.slice(-mostBeside)}` : before.trimStart(),
    marked: marked.length > mostMarked ? `${marked.slice(0, mostMarked)}…` : marked,
    after: after.length > mostBeside ? `${after.slice(0, mostBeside)}…` : after,
  };
}

/** Of a fault that only begins somewhere the word there is meant; of one without a column the line. */
function wordEnd(text: string, from: number, column: number | null): number {
  if (column === null) return text.length;
  const length = text.slice(from).search(/\s/);
  return length < 0 ? text.length : from + Math.max(length, 1);
}
