import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Source, Span, Word } from '../model/source.ts';
import { isNewer, refuseNewer } from '../model/versions.ts';
import type { ClauseOption } from './clause-options.ts';

/** A clause entry is an option with its values: `name: value ...`. */
export interface ClauseEntry extends Span {
  readonly name: Word;
  readonly values: readonly Word[];
}

/** A clause is `server:`, `zone:` ... with its entries. */
export interface Clause {
  readonly kind: string;
  readonly word: Word;
  readonly entries: ClauseEntry[];
}

/** A clause grammar holds the differences between the servers of this family. */
export interface ClauseGrammar {
  readonly clauses: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, ClauseOption>;
  readonly includes: ReadonlySet<string>;
  /** Whether an included path may be a pattern of the shell. */
  readonly patterns: boolean;
  /** Whether an option needs white space after its colon. */
  readonly spaced: boolean;
  readonly ignoresCase: boolean;
  /** Tells whether a further word may follow the values of an option. */
  more(option: string, word: string): boolean;
  readonly manual: string;
}

/** Reads a configuration of clauses, going on after faults. */
export function readClauses(
  files: ConfigurationFiles,
  grammar: ClauseGrammar,
  findings: Findings,
  version: string | null,
): Clause[] {
  const includes = new Includes(files, findings, grammar.manual);
  const reading: Reading = { grammar, findings, version, clauses: [], includes };
  new ClauseReader(files.main, reading, 0).read();
  return reading.clauses;
}

interface Reading {
  readonly grammar: ClauseGrammar;
  readonly findings: Findings;
  readonly version: string | null;
  readonly clauses: Clause[];
  readonly includes: Includes;
}

class ClauseReader {
  readonly #source: Source;
  readonly #reading: Reading;
  readonly #depth: number;
  #at = 0;

  constructor(source: Source, reading: Reading, depth: number) {
    this.#source = source;
    this.#reading = reading;
    this.#depth = depth;
  }

  read(): void {
    for (;;) {
      this.#skip();
      if (this.#at >= this.#source.text.length) return;
      const name = this.#optionName();
      if (name !== undefined) this.#option(name);
    }
  }

  #option(name: Word): void {
    const { grammar, clauses } = this.#reading;
    if (grammar.clauses.has(name.text)) {
      clauses.push({ kind: name.text, word: name, entries: [] });
      return;
    }
    const option = grammar.options.get(name.text);
    const isInclude = grammar.includes.has(name.text);
    if (option === undefined && !isInclude) {
      this.#unknown(name);
      this.#at = this.#lineEnd();
      return;
    }
    const values: Word[] = [];
    const wanted = isInclude ? 1 : option!.types.length;
    while (values.length < wanted) {
      const value = this.#value(name);
      if (value === undefined) {
        const message = `${option?.name ?? 'An include'} needs ${wanted === 1 ? 'a value' : `${wanted} values`}.`;
        this.#refuse('missing_value', name, message, 'Add what is missing.');
        return;
      }
      values.push(value);
    }
    for (;;) {
      const before = this.#at;
      const further = this.#value(name);
      if (further !== undefined && grammar.more(name.text, further.text)) {
        values.push(further);
        continue;
      }
      this.#at = before;
      break;
    }
    const last = values.at(-1) ?? name;
    const entry = { name, values, source: this.#source, start: name.start, end: last.end };
    if (isInclude) this.#include(entry);
    else this.#place(entry, option!);
  }

  #place(entry: ClauseEntry, option: ClauseOption): void {
    const { clauses } = this.#reading;
    const clause = clauses.at(-1);
    const where = [...option.clauses].map((name) => `${name}:`).join(' or ');
    if (clause === undefined || !option.clauses.has(clause.kind)) {
      const place = clause === undefined ? 'before all clauses' : `in ${clause.kind}:`;
      const message = `${option.name} does not stand ${place}.`;
      this.#refuse('misplaced_option', entry.name, message, `Move it below ${where}.`);
      return;
    }
    const { version, findings, grammar } = this.#reading;
    if (isNewer(option.since, version))
      refuseNewer(entry.name, option.name, option.since!, grammar.manual, findings);
    clause.entries.push(entry);
  }

  #unknown(name: Word): void {
    const { grammar, findings } = this.#reading;
    const advice = findings.instead(name.text, grammar.options, grammar.clauses);
    this.#refuse('unknown_option', name, 'There is no option of this name.', advice);
  }

  #include(entry: ClauseEntry): void {
    const { includes, grammar } = this.#reading;
    const kind = grammar.patterns ? 'pattern' : 'file';
    const sources = includes.follow(entry.values[0]!, this.#depth, kind);
    for (const source of sources) new ClauseReader(source, this.#reading, this.#depth + 1).read();
  }

  /** A name with its colon; undefined after telling of what is none. */
  #optionName(): Word | undefined {
    const { text } = this.#source;
    const { grammar } = this.#reading;
    const pattern = grammar.spaced ? /([\w-]+):(?=\s|$)/y : /([\w-]+):/y;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(text);
    const start = this.#at;
    if (found !== null) {
      this.#at = pattern.lastIndex;
      const name = grammar.ignoresCase ? found[1]!.toLowerCase() : found[1]!;
      return { source: this.#source, start, end: this.#at - 1, text: name, quoted: false };
    }
    const stray = /[^\s"']+|["'][^"'\n]*["']?/y;
    stray.lastIndex = this.#at;
    const word = stray.exec(text)?.[0] ?? text[this.#at]!;
    this.#at += word.length;
    const span = { source: this.#source, start, end: this.#at };
    const what = /^["']/.test(word) ? 'A value' : 'This word';
    const message = `${what} stands where an option should begin.`;
    this.#refuse('syntax', span, message, 'Write option: value.');
    this.#at = Math.max(this.#at, this.#lineEnd());
    return undefined;
  }

  /** The next value; undefined at the end, or before a known option on a line of its own. */
  #value(option: Word): Word | undefined {
    this.#skip();
    const { text } = this.#source;
    const start = this.#at;
    if (start >= text.length) return undefined;
    const sign = text[start]!;
    if (sign === '"' || sign === "'") {
      const end = closingQuote(text, start);
      const lineEnd = this.#lineEnd();
      if (end === -1 || (end > lineEnd && !this.#reading.grammar.spaced)) {
        const span = { source: this.#source, start, end: lineEnd };
        this.#refuse('unclosed_quote', span, 'A quotation mark is not closed.', 'Close it on the same line.');
        this.#at = lineEnd;
      } else {
        this.#at = end + 1;
      }
      const inner = text.slice(start + 1, end === -1 ? this.#at : end);
      return { source: this.#source, start, end: this.#at, text: inner, quoted: true };
    }
    const pattern = /(?:[^\s"'\\]|\\[^\n])+|\S/y;
    pattern.lastIndex = start;
    const word = pattern.exec(text)?.[0] ?? sign;
    const name = word.endsWith(':') ? word.slice(0, -1) : '';
    const { grammar } = this.#reading;
    const { clauses, options } = grammar;
    const isLater = text.slice(option.end, start).includes('\n');
    if ((isLater || grammar.spaced) && (clauses.has(name) || options.has(name))) return undefined;
    this.#at = start + word.length;
    return { source: this.#source, start, end: this.#at, text: word, quoted: false };
  }

  #lineEnd(): number {
    const end = this.#source.text.indexOf('\n', this.#at);
    return end === -1 ? this.#source.text.length : end;
  }

  #skip(): void {
    const blank = /(?:\s+|#[^\n]*)*/y;
    blank.lastIndex = this.#at;
    blank.test(this.#source.text);
    this.#at = blank.lastIndex;
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#reading.findings.refuse({ code, at, message, rule: this.#reading.grammar.manual, suggestion });
  }
}

/** Where a quotation ends; -1 if it does not. What follows a backslash on its line does not end it. */
function closingQuote(text: string, start: number): number {
  const sign = text[start]!;
  const ends = sign === '"' ? /["\\]/g : /['\\]/g;
  ends.lastIndex = start + 1;
  for (let found = ends.exec(text); found !== null; found = ends.exec(text)) {
    if (found[0] === sign) return found.index;
    if (text[ends.lastIndex] !== '\n') ends.lastIndex++;
  }
  return -1;
}
