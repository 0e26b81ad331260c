import type { Findings } from '../model/findings.ts';
import { type Source, type Span, spanning, type Word } from '../model/source.ts';

/** A block is a pair of braces with its statements. */
export interface Block extends Span {
  readonly statements: Statement[];
}

export type Item = Word | Block;

/** A statement is a row of words and blocks up to a semicolon. */
export interface Statement extends Span {
  readonly items: Item[];
}

export function isBlock(item: Item | undefined): item is Block {
  return item !== undefined && 'statements' in item;
}

export function isWord(item: Item | undefined): item is Word {
  return item !== undefined && 'text' in item;
}

const deepest = 64;
const rule = 'BIND 9 Administrator Reference Manual, Configuration File (named.conf)';

type TokenKind = 'word' | 'open' | 'close' | 'semicolon' | 'end';
type Token = { readonly kind: TokenKind } & Word;

/** Reads the text of a named.conf, going on after faults. */
export function readStatements(source: Source, findings: Findings): Statement[] {
  return new StatementReader(source, findings).read();
}

class StatementReader {
  readonly #source: Source;
  readonly #findings: Findings;
  #at = 0;
  #token: Token;

  constructor(source: Source, findings: Findings) {
    this.#source = source;
    this.#findings = findings;
    this.#token = this.#next();
  }

  read(): Statement[] {
    const statements: Statement[] = [];
    while (this.#token.kind !== 'end') {
      statements.push(...this.#statements(0));
      if (this.#kind() !== 'close') break;
      this.#refuse('stray_brace', this.#token, 'A closing brace has no opening one.', 'Remove the brace.');
      this.#advance();
      if (this.#kind() === 'semicolon') this.#advance();
    }
    return statements;
  }

  #statements(depth: number): Statement[] {
    const statements: Statement[] = [];
    while (this.#token.kind !== 'end' && this.#token.kind !== 'close') {
      if (this.#token.kind === 'semicolon') {
        this.#refuse('empty_statement', this.#token, 'A semicolon ends nothing.', 'Remove the semicolon.');
        this.#advance();
        continue;
      }
      statements.push(this.#statement(depth));
    }
    return statements;
  }

  #statement(depth: number): Statement {
    const first = this.#token;
    const items: Item[] = [];
    let last: Span = first;
    for (;;) {
      const token = this.#token;
      if (token.kind === 'word') {
        items.push(token);
        this.#advance();
      } else if (token.kind === 'open') {
        const isOpaque = items.length === 3 && isWord(items[0]) && items[0].text === 'dyndb';
        items.push(isOpaque ? this.#opaque() : this.#block(depth + 1));
      } else if (token.kind === 'semicolon') {
        last = token;
        this.#advance();
        break;
      } else {
        const before = token.kind === 'close' ? 'a closing brace' : 'the end of the file';
        const at = { ...last, start: last.end };
        this.#refuse(
          'missing_semicolon',
          at,
          `A semicolon is missing before ${before}.`,
          'Add the semicolon.',
        );
        break;
      }
      last = items[items.length - 1]!;
    }
    return { items, ...spanning(first, last) };
  }

  #block(depth: number): Block {
    const open = this.#token;
    this.#advance();
    if (depth > deepest) {
      this.#refuse('too_deep', open, `Braces are nested more than ${deepest} levels deep.`, undefined);
      this.#at = this.#source.text.length;
      this.#advance();
    }
    const statements = this.#statements(depth);
    const close = this.#token;
    if (close.kind === 'close') this.#advance();
    else this.#refuse('unclosed_brace', open, 'A brace is not closed.', 'Close the brace: };');
    return { statements, ...spanning(open, close) };
  }

  /** What a module alone understands: braces count, quotation marks and comments do not. */
  #opaque(): Block {
    const open = this.#token;
    const { text } = this.#source;
    let depth = 1;
    let end = open.end;
    while (end < text.length && depth > 0) {
      if (text[end] === '{') depth++;
      if (text[end] === '}') depth--;
      end++;
    }
    if (depth > 0) this.#refuse('unclosed_brace', open, 'A brace is not closed.', 'Close the brace: };');
    this.#at = end;
    this.#advance();
    return { statements: [], source: this.#source, start: open.start, end };
  }

  /** Of the token that is next now. */
  #kind(): TokenKind {
    return this.#token.kind;
  }

  #advance(): void {
    this.#token = this.#next();
  }

  #next(): Token {
    const { text } = this.#source;
    this.#skip();
    const start = this.#at;
    if (start >= text.length) return this.#make('end', text.length, '');
    const sign = text[start]!;
    if (sign === '{') return this.#make('open', start + 1, sign);
    if (sign === '}') return this.#make('close', start + 1, sign);
    if (sign === ';') return this.#make('semicolon', start + 1, sign);
    if (sign === '/' || sign === '!') return this.#make('word', start + 1, sign);
    if (sign === '"') return this.#quoted(start);
    const pattern = /[^\s{};"/!]+/y;
    pattern.lastIndex = start;
    const word = pattern.exec(text)?.[0] ?? sign;
    return this.#make('word', start + word.length, word);
  }

  #make(kind: Token['kind'], end: number, text: string, quoted = false): Token {
    const start = Math.min(this.#at, end);
    this.#at = end;
    return { kind, source: this.#source, start, end, text, quoted };
  }

  #quoted(start: number): Token {
    const { text } = this.#source;
    let end = start + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    if (end >= text.length) {
      const lineEnd = text.indexOf('\n', start);
      const stop = lineEnd === -1 ? text.length : lineEnd;
      const at = { source: this.#source, start, end: stop };
      this.#refuse('unclosed_quote', at, 'A quotation mark is not closed.', 'Close the quotation mark.');
      return this.#make('word', stop, text.slice(start + 1, stop), true);
    }
    const inner = text.slice(start + 1, end).replaceAll(/\\([\s\S])/g, '$1');
    return this.#make('word', end + 1, inner, true);
  }

  /** White space and comments of all three kinds. */
  #skip(): void {
    const { text } = this.#source;
    for (;;) {
      const blank = /\s*/y;
      blank.lastIndex = this.#at;
      blank.test(text);
      this.#at = blank.lastIndex;
      const pair = text.slice(this.#at, this.#at + 2);
      if (pair === '/*') {
        const end = text.indexOf('*/', this.#at + 2);
        if (end === -1) {
          const at = { source: this.#source, start: this.#at, end: this.#at + 2 };
          this.#refuse('unclosed_comment', at, 'A comment is not closed.', 'Close the comment: */');
        }
        this.#at = end === -1 ? text.length : end + 2;
      } else if (pair === '//' || pair.startsWith('#')) {
        const end = text.indexOf('\n', this.#at);
        this.#at = end === -1 ? text.length : end;
      } else {
        return;
      }
    }
  }

  #refuse(code: string, at: Span, message: string, suggestion: string | undefined): void {
    this.#findings.refuse({ code, at, message, rule, suggestion });
  }
}
