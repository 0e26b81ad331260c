import { ZoneFileError } from './zone-file-error.ts';

/** A word of a zone file as it was written, escapes included; `quoted` without its quotation marks. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
}

/** One entry (RFC 1035 section 5.1): a line, or several within parentheses. */
export interface Entry {
  readonly line: number;
  /** It begins with a blank: its owner is the one before. */
  readonly indented: boolean;
  readonly tokens: readonly Token[];
}

/** Reads entries one after the other. Throws a ZoneFileError at what is no master file. */
export function* readEntries(text: string): Generator<Entry> {
  let line = 1;
  let depth = 0;
  let tokens: Token[] = [];
  let start = 1;
  let indented = false;
  let fresh = true;
  for (let at = 0; at <= text.length; ) {
    const character = text[at];
    if (character === '\n' || character === undefined) {
      if (character === undefined && depth > 0) throw new ZoneFileError(start, 'a parenthesis is not closed');
      if (depth === 0) {
        if (tokens.length > 0) yield { line: start, indented, tokens };
        tokens = [];
        fresh = true;
      }
      line++;
      at++;
      continue;
    }
    if (fresh) {
      start = line;
      indented = character === ' ' || character === '\t';
      fresh = false;
    }
    if (character === ';') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (character === '(' || character === ')') {
      depth += character === '(' ? 1 : -1;
      if (depth < 0) throw new ZoneFileError(line, 'a parenthesis closes nothing');
      at++;
    } else if (/\s/.test(character)) at++;
    else {
      const end = character === '"' ? endOfQuoted(text, at, line) : endOfWord(text, at);
      const quoted = character === '"';
      tokens.push({ text: quoted ? text.slice(at + 1, end - 1) : text.slice(at, end), quoted });
      if (quoted) line += text.slice(at, end).split('\n').length - 1;
      at = end;
    }
  }
}

/** A value may follow a key directly: `alpn="h2,h3"` is one word. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s();]/.test(text[at]!)) {
    if (text[at] === '"') {
      if (text[at - 1] !== '=') break;
      at = endOfQuoted(text, at, 0);
    } else at += text[at] === '\\' ? 2 : 1;
  }
  return Math.min(at, text.length);
}

function endOfQuoted(text: string, from: number, line: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  throw new ZoneFileError(line, 'a quotation mark is not closed');
}
