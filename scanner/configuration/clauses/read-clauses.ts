import type { Findings } from '../model/findings.ts';
import type { Source, Span, Word } from '../model/source.ts';

/** An option with what follows it: `name: value ...`. */
export interface ClauseEntry extends Span {
  readonly name: Word;
  readonly values: readonly Word[];
}

export interface Clause {
  /** `server`, `stub-zone` ...; with its word in the text, none for what stands before the first. */
  readonly kind: string;
  readonly word: Word | undefined;
  readonly entries: ClauseEntry[];
}

export interface ClauseGrammar {
  /** Words that open a clause. */
  readonly clauses: ReadonlySet<string>;
  /** How many values an option has; undefined for one that is not known. */
  valuesOf(name: string): number | undefined;
  /** Options whose value is a file of the same kind. */
  readonly includes: ReadonlySet<string>;
  /** What is said of faults of the text. */
  readonly rule: string;
}

/** A word of the text; `isOption` if a colon follows at once. */
interface Token extends Word {
  readonly isOption: boolean;
}

/** Reads `clause:` and `option: value`, which may stand on one line or many. Goes on after faults. */
export class ClauseReader {
  readonly #grammar: ClauseGrammar;
  readonly #findings: Findings;
  /** Files that an include names, read where it stands; undefined for those that were not sent along. */
  readonly #include: (path: Word, depth: number) => readonly Source[] | undefined;
  readonly clauses: Clause[] = [];

  constructor(
    grammar: ClauseGrammar,
    findings: Findings,
    include: (path: Word, depth: number) => readonly Source[] | undefined,
  ) {
    this.#grammar = grammar;
    this.#findings = findings;
    this.#include = include;
  }

  read(source: Source, depth = 0): void {
    const tokens = tokensOf(source, this.#findings, this.#grammar.rule);
    let at = 0;
    while (at < tokens.length) {
      const token = tokens[at++]!;
      const name = token.text.toLowerCase() === token.text ? token.text : token.text;
      if (!token.isOption) {
        const { secrets } = this.#findings;
        const message = token.quoted
          ? 'A value stands where an option should begin.'
          : `${secrets.shown(token)} stands where an option should begin.`;
        this.#refuse('syntax', token, message, 'Write option: value.');
        continue;
      }
      if (this.#grammar.clauses.has(name)) {
        this.clauses.push({ kind: name, word: token, entries: [] });
        continue;
      }
      const wanted = this.#grammar.valuesOf(name) ?? 1;
      const values: Token[] = [];
      // The text of an option may be anything up to the end of its values, further colons included.
      while (values.length < wanted && at < tokens.length && this.#isValue(tokens[at]!, token)) {
        values.push(tokens[at++]!);
      }
      const last = values.at(-1) ?? token;
      const entry: ClauseEntry = { name: token, values, source, start: token.start, end: last.end };
      if (this.#grammar.includes.has(name)) this.#follow(entry, depth);
      else this.#clause().entries.push(entry);
    }
  }

  /** A word on a later line that is an option of its own is no value. */
  #isValue(token: Token, option: Token): boolean {
    if (token.quoted || !token.isOption) return true;
    const isKnown = this.#grammar.clauses.has(token.text) || this.#grammar.valuesOf(token.text) !== undefined;
    return !isKnown || token.source.place(token.start).line === option.source.place(option.start).line;
  }

  #follow(entry: ClauseEntry, depth: number): void {
    const path = entry.values[0];
    if (path === undefined) {
      this.#refuse('missing_value', entry.name, `${entry.name.text} has no value.`, 'Add the path.');
      return;
    }
    for (const source of this.#include(path, depth) ?? []) this.read(source, depth + 1);
  }

  #clause(): Clause {
    const last = this.clauses.at(-1);
    if (last !== undefined) return last;
    const first: Clause = { kind: '', word: undefined, entries: [] };
    this.clauses.push(first);
    return first;
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#findings.refuse({ code, at, message, rule: this.#grammar.rule, suggestion });
  }
}

function tokensOf(source: Source, findings: Findings, rule: string): Token[] {
  const { text } = source;
  const tokens: Token[] = [];
  const pattern = /[ \t\r\n\f\v]+|#[^\n]*|"[^"\n]*"?|'[^'\n]*'?|[^\s"'#:]+:?(?=[\s"'#]|$)|[^\s"'#]+|:/y;
  let at = 0;
  while (at < text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? text[at]!;
    const start = at;
    at += found.length;
    const sign = found[0]!;
    if (sign === '#' || found.trim() === '') continue;
    if (sign === '"' || sign === "'") {
      const isClosed = found.length > 1 && found.endsWith(sign);
      if (!isClosed) {
        const message = 'A quotation mark is not closed.';
        const span = { source, start, end: at };
        findings.refuse({
          code: 'unclosed_quote',
          at: span,
          message,
          rule,
          suggestion: 'Close it on the same line.',
        });
      }
      const inner = found.slice(1, isClosed ? -1 : undefined);
      tokens.push({ source, start, end: at, text: inner, quoted: true, isOption: false });
      continue;
    }
    const isOption = found.endsWith(':') && found.length > 1;
    tokens.push({
      source,
      start,
      end: at,
      text: isOption ? found.slice(0, -1) : found,
      quoted: false,
      isOption,
    });
  }
  return tokens;
}
