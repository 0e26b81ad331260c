import type { Findings } from '../model/findings.ts';
import type { Source, Span, Word } from '../model/source.ts';

/** A directive is a line of a block: a directive with its words and, if it has one, its block. */
export interface Directive extends Span {
  readonly words: readonly Word[];
  readonly inner: readonly Directive[];
  readonly hasBlock: boolean;
}

const manual = 'CoreDNS manual, Corefile';
const deepest = 16;

interface Token extends Word {
  readonly line: number;
}

/** Reads the server blocks and snippets of a Corefile. Goes on after faults. */
export function readCorefile(source: Source, findings: Findings): Directive[] {
  return new CorefileReader(source, findings).read();
}

class CorefileReader {
  readonly #tokens: Token[];
  readonly #findings: Findings;
  #at = 0;

  constructor(source: Source, findings: Findings) {
    this.#findings = findings;
    this.#tokens = tokensOf(source, findings);
  }

  read(): Directive[] {
    const blocks: Directive[] = [];
    while (this.#at < this.#tokens.length) {
      if (this.#tokens[this.#at]!.text === '}') {
        this.#refuse(
          'stray_brace',
          this.#tokens[this.#at]!,
          'A closing brace has no opening one.',
          'Remove it.',
        );
        this.#at++;
        continue;
      }
      blocks.push(this.#header());
    }
    return blocks;
  }

  /** The keys of a server block go over lines as long as commas join them. */
  #header(): Directive {
    const words: Token[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!;
      const last = words.at(-1);
      if (token.text === '{' && !token.quoted) break;
      if (last !== undefined && token.line !== last.line && !last.text.endsWith(',')) break;
      words.push(token);
      this.#at++;
    }
    return this.#withBlock(words, 0);
  }

  #withBlock(words: readonly Token[], depth: number): Directive {
    const first = words[0] ?? this.#tokens[this.#at]!;
    const open = this.#tokens[this.#at];
    const last = words.at(-1) ?? first;
    const span = { source: first.source, start: first.start, end: last.end };
    if (
      open === undefined ||
      open.text !== '{' ||
      open.quoted ||
      (words.length > 0 && open.line !== last.line)
    ) {
      return { ...span, words, inner: [], hasBlock: false };
    }
    this.#at++;
    const inner: Directive[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]!.text !== '}') {
      const directive = this.#directive(depth + 1);
      if (directive !== undefined) inner.push(directive);
    }
    if (this.#at >= this.#tokens.length)
      this.#refuse('unclosed_brace', open, 'A brace is not closed.', 'Close it on a line of its own.');
    this.#at++;
    return { ...span, words, inner, hasBlock: true };
  }

  #directive(depth: number): Directive | undefined {
    const words: Token[] = [];
    const line = this.#tokens[this.#at]!.line;
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!;
      if (token.line !== line || (!token.quoted && (token.text === '{' || token.text === '}'))) break;
      words.push(token);
      this.#at++;
    }
    if (depth > deepest) {
      this.#refuse(
        'too_deep',
        this.#tokens[Math.min(this.#at, this.#tokens.length - 1)]!,
        'Blocks are nested too deep.',
        'Flatten them.',
      );
      this.#at = this.#tokens.length;
      return undefined;
    }
    if (words.length === 0 && this.#tokens[this.#at]?.text === '{') {
      this.#refuse(
        'syntax',
        this.#tokens[this.#at]!,
        'A brace stands where a directive should begin.',
        'Put it behind the directive, on the same line.',
      );
    }
    return this.#withBlock(words, depth);
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion });
  }
}

function tokensOf(source: Source, findings: Findings): Token[] {
  const tokens: Token[] = [];
  const pattern = /\n|[^\S\n]+|#[^\n]*|"(?:[^"\\]|\\[\s\S])*"?|[^\s"]\S*/y;
  let line = 1;
  let at = 0;
  while (at < source.text.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(source.text)?.[0] ?? source.text[at]!;
    const span = { source, start: at, end: at + found.length };
    at += found.length;
    if (found === '\n') line++;
    else if (found.startsWith('"')) {
      const isClosed = found.length > 1 && found.endsWith('"');
      if (!isClosed) {
        const message = 'A quotation mark is not closed.';
        findings.refuse({
          code: 'unclosed_quote',
          at: { ...span, end: span.start + 1 },
          message,
          rule: manual,
          suggestion: 'Close it.',
        });
      }
      tokens.push({ ...span, text: found.slice(1, isClosed ? -1 : undefined), quoted: true, line });
      line += found.split('\n').length - 1;
    } else if (found.trim() !== '' && !found.startsWith('#'))
      tokens.push({ ...span, text: found, quoted: false, line });
  }
  return tokens;
}
