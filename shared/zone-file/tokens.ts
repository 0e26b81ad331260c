import { ZoneFileError } from './zone-file-error.ts';

/** A token is a word of a zone file as it was written, escapes included; `quoted` without its quotation marks. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** The line at which it begins, from 1. */
  readonly line: number;
  readonly column: number;
}

type Place = Pick<Token, 'line' | 'column'>;

/** An entry (RFC 1035 section 5.1) is a line, or several within parentheses. */
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
  let lineStart = 0;
  let opened = { line: 1, column: 1 };
  for (let at = 0; at <= text.length; ) {
    const character = text[at];
    if (character === '\n' || character === undefined) {
      if (character === undefined && depth > 0)
        throw new ZoneFileError(opened, 'a parenthesis is not closed');
      if (depth === 0) {
        if (tokens.length > 0) yield { line: start, indented, tokens };
        tokens = [];
        fresh = true;
      }
      line++;
      lineStart = ++at;
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
      const place = { line, column: at - lineStart + 1 };
      if (depth === 0) opened = place;
      depth += character === '(' ? 1 : -1;
      if (depth < 0) throw new ZoneFileError(place, 'a parenthesis closes nothing');
      at++;
    } else if (/\s/.test(character)) at++;
    else {
      const quoted = character === '"';
      const place = { line, column: at - lineStart + 1 };
      const end = quoted ? endOfQuoted(text, at, place) : endOfWord(text, at, place);
      tokens.push({ text: quoted ? text.slice(at + 1, end - 1) : text.slice(at, end), quoted, ...place });
      for (; at < end; at++) {
        if (text[at] !== '\n') continue;
        line++;
        lineStart = at + 1;
      }
    }
  }
}

/** A value may follow a key directly: `alpn="h2,h3"` is one word. */
function endOfWord(text: string, from: number, place: Place): number {
  let at = from;
  while (at < text.length && !/[\s();]/.test(text[at]!)) {
    if (text[at] === '"') {
      if (text[at - 1] !== '=') break;
      at = endOfQuoted(text, at, place);
    } else at += text[at] === '\\' ? 2 : 1;
  }
  return Math.min(at, text.length);
}

function endOfQuoted(text: string, from: number, place: Place): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  throw new ZoneFileError(place, 'a quotation mark is not closed');
}
