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
    while (this.#at < this.#tokens.length) blocks.push(this.#header());
    return blocks;
  }

  /** The keys of a server block go over lines as long as commas join them. A closing brace is a key like others. */
  #header(): Directive {
    const words: Token[] = [];
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!;
      const last = words.at(-1);
      if (token.text === '{' && !token.quoted) break;
      if (last !== undefined && token.line !== last.line && !last.text.endsWith(',')) break;
      if (token.text === '}')
        this.#say('stray_brace', token, 'A closing brace has no opening one: CoreDNS takes it for a zone.');
      words.push(token);
      this.#at++;
    }
    const first = words[0] ?? this.#tokens[this.#at]!;
    const span = { source: first.source, start: first.start, end: (words.at(-1) ?? first).end };
    const open = this.#tokens[this.#at];
    // Without braces all lines that follow are of the one server block.
    const isImport = first.text === 'import';
    if (open === undefined || isImport) return { ...span, words, inner: [], hasBlock: false };
    const hasBrace = open.text === '{' && !open.quoted;
    if (hasBrace) this.#at++;
    const inner = this.#inner(0);
    const isCut = this.#at >= this.#tokens.length;
    this.#at++;
    if (hasBrace && isCut) {
      const message = 'The server block is not closed.';
      // CoreDNS looks at the last word alone, which may be the brace of a directive.
      const isSnippet = /^\(.+\)$/.test(first.text);
      if (this.#tokens.at(-1)!.text === '}' && !isSnippet) this.#say('unclosed_brace', open, message);
      else this.#refuse('unclosed_brace', open, message, 'Close it on a line of its own.');
    }
    return { ...span, words, inner, hasBlock: true };
  }

  #inner(depth: number): Directive[] {
    const inner: Directive[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at]!.text !== '}') {
      const directive = this.#directive(depth + 1);
      if (directive !== undefined) inner.push(directive);
    }
    return inner;
  }

  #withBlock(words: readonly Token[], depth: number): Directive {
    const first = words[0] ?? this.#tokens[this.#at]!;
    const open = this.#tokens[this.#at];
    const last = words.at(-1) ?? first;
    const span = { source: first.source, start: first.start, end: last.end };
    const isBlock = open !== undefined && open.text === '{' && !open.quoted;
    if (!isBlock || (words.length > 0 && open.line !== last.line)) {
      if (depth === 1 && open?.text === '}' && open.line === last.line) this.#stray(open);
      return { ...span, words, inner: [], hasBlock: false };
    }
    this.#at++;
    const inner = this.#inner(depth);
    const close = this.#tokens[this.#at];
    if (close === undefined)
      this.#refuse('unclosed_brace', open, 'A brace is not closed.', 'Close it on a line of its own.');
    this.#at++;
    const next = this.#tokens[this.#at];
    if (depth === 1 && next?.text === '}' && next.line === close?.line) this.#stray(next);
    return { ...span, words, inner, hasBlock: true };
  }

  #stray(at: Token): void {
    this.#refuse(
      'stray_brace',
      at,
      'The brace of a server block stands alone.',
      'Put it on a line of its own.',
    );
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

  /** What CoreDNS reads on, and no writer means. */
  #say(code: string, at: Span, message: string): void {
    this.#findings.say(code, 'high', at, message, manual, 'Mend the braces.');
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
