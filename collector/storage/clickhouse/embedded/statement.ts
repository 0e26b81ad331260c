/** A statement's kind chooses the session that it runs on. */
export type StatementKind = 'read' | 'insert' | 'change';

export interface Statement {
  readonly kind: StatementKind;
  /** The text without a trailing semicolon. */
  readonly text: string;
  /** Names of the query parameters that the text asks for, `{name:Type}`. */
  readonly parameters: readonly string[];
}

export class StatementError extends Error {
  /** The ClickHouse exception code (62 is SYNTAX_ERROR). */
  readonly code = 62;
  readonly type = 'SYNTAX_ERROR';
}

const readVerbs = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXISTS', 'EXPLAIN', 'CHECK']);

/**
 * Looks at one statement as it came in a request. Quoted text and comments are skipped. Throws a StatementError if
 * there is more than one statement: the engine's shell-like front would run them all, a ClickHouse server would not.
 */
export function parseStatement(source: string): Statement {
  const parameters = new Set<string>();
  let code = '';
  let end = source.length;
  let position = 0;
  while (position < source.length) {
    const next = skipQuoted(source, position);
    if (next > position) {
      position = next;
      code += ' ';
      continue;
    }
    const character = source[position]!;
    if (character === ';') {
      if (!isBlank(source, position + 1)) throw new StatementError('Multi-statements are not allowed');
      end = position;
      break;
    }
    if (character === '{') {
      const name = /^\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*:/.exec(source.slice(position, position + 256))?.[1];
      if (name !== undefined) parameters.add(name);
    }
    code += character;
    position++;
  }
  const text = source.slice(0, end);
  const verb = /[A-Za-z]+/.exec(code)?.[0]?.toUpperCase();
  if (verb === undefined) throw new StatementError('Empty query');
  const kind = verb === 'INSERT' ? 'insert' : readVerbs.has(verb) ? 'read' : 'change';
  return { kind, text, parameters: [...parameters] };
}

/** The offset behind the quoted text or comment that starts at this offset; the same offset if none does. */
function skipQuoted(source: string, start: number): number {
  const character = source[start];
  if (character === "'" || character === '"' || character === '`') {
    for (let index = start + 1; index < source.length; index++) {
      if (source[index] === '\\') index++;
      else if (source[index] === character) return index + 1;
    }
    throw new StatementError('Quoted text is not closed');
  }
  if (source.startsWith('--', start) || source.startsWith('#!', start) || source.startsWith('# ', start)) {
    const end = source.indexOf('\n', start);
    return end < 0 ? source.length : end + 1;
  }
  if (source.startsWith('/*', start)) {
    const end = source.indexOf('*/', start + 2);
    if (end < 0) throw new StatementError('A comment is not closed');
    return end + 2;
  }
  return start;
}

function isBlank(source: string, start: number): boolean {
  let position = start;
  while (position < source.length) {
    const next = skipQuoted(source, position);
    const quote = `'"\``.includes(source[position]!);
    if (next > position && !quote) position = next;
    else if (/[\s;]/.test(source[position]!)) position++;
    else return false;
  }
  return true;
}

/**
 * Reads which format the data of an `INSERT ... FORMAT name` have; undefined for an insert that brings its own rows.
 */
export function insertFormat(text: string): { head: string; format: string } | undefined {
  const found = /^([\s\S]*?)\bFORMAT\s+([A-Za-z0-9]+)\s*$/i.exec(text);
  return found === null ? undefined : { head: found[1]!, format: found[2]! };
}
