import type { Source, Span, Word } from '../model/source.ts';

/** A line entry is `name`, `name=value` or `name+=value` on a line. */
export interface LineEntry extends Span {
  readonly name: Word;
  /** Undefined without an equals sign. */
  readonly value: Word | undefined;
  readonly adds: boolean;
}

export interface LineForm {
  /** Whether a backslash at its end joins a line with the next. */
  readonly continues: boolean;
}

/** Reads the lines of a file that are neither empty nor comments. */
export function readLines(source: Source, { continues }: LineForm): LineEntry[] {
  const { text } = source;
  const entries: LineEntry[] = [];
  let start = 0;
  while (start < text.length) {
    let end = endOf(text, start);
    while (continues && end < text.length && text[end - 1] === '\\') end = endOf(text, end + 1);
    const entry = readLine(source, start, end);
    if (entry !== undefined) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

function readLine(source: Source, start: number, end: number): LineEntry | undefined {
  const line = source.text.slice(start, end);
  const comment = commentOf(line);
  const bare = line.slice(0, comment);
  if (bare.trim() === '') return undefined;
  const equals = bare.indexOf('=');
  const nameEnd = equals === -1 ? bare.length : bare[equals - 1] === '+' ? equals - 1 : equals;
  const name = wordOf(source, start, bare, 0, nameEnd);
  const value = equals === -1 ? undefined : wordOf(source, start, bare, equals + 1, bare.length);
  return {
    source,
    start: name.start,
    end: (value ?? name).end,
    name,
    value,
    adds: nameEnd !== equals && equals !== -1,
  };
}

/** A sharp sign begins a comment at the beginning, or behind white space and outside of quotation marks. */
function commentOf(line: string): number {
  let quoted = false;
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') quoted = !quoted;
    if (line[index] === '#' && !quoted && (index === 0 || /\s/.test(line[index - 1]!))) return index;
  }
  return line.length;
}

function wordOf(source: Source, base: number, line: string, from: number, to: number): Word {
  const raw = line.slice(from, to);
  const text = raw.trim();
  const start = base + from + (raw.length - raw.trimStart().length);
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return {
    source,
    start,
    end: start + text.length,
    text: isQuoted ? text.slice(1, -1) : text,
    quoted: isQuoted,
  };
}

function endOf(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
