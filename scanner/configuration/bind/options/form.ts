import { type Item, isBlock, isWord, type Statement } from '../read-statements.ts';
import { type ValueType, valueTypes } from './value-types.ts';

/** A form describes the syntax of an option's values. */
export type Form =
  | { readonly kind: 'sequence'; readonly parts: readonly Form[] }
  | { readonly kind: 'choice'; readonly parts: readonly Form[] }
  /** One or more of them in any order, each once. */
  | { readonly kind: 'some'; readonly parts: readonly Form[] }
  | { readonly kind: 'optional'; readonly part: Form }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly type: ValueType }
  | { readonly kind: 'list'; readonly element: Form }
  | { readonly kind: 'block'; readonly context: string };

/** A match states how far a statement agrees with its form. */
export interface Match {
  readonly fits: boolean;
  /** The index of the item that does not fit; one more than the last if there is too little. */
  readonly furthest: number;
  readonly expected: ReadonlySet<string>;
  /** A statement in a list that does not fit its element. */
  readonly inner?: { readonly statement: Statement; readonly match: Match };
}

/** Reads a form of the tables: words, types, `[ optional ]`, `( one | other )`, `< some | in any order >`, `{ element }`, `@block`. */
export function readForm(text: string): Form {
  const tokens = text.split(' ');
  let at = 0;
  const sequence = (end: readonly string[]): Form => {
    const parts: Form[] = [];
    while (at < tokens.length && !end.includes(tokens[at]!)) parts.push(part());
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  };
  const part = (): Form => {
    const token = tokens[at++]!;
    if (token === '[') return { kind: 'optional', part: closed(']') };
    if (token === '{') return { kind: 'list', element: closed('}') };
    if (token === '(') return { kind: 'choice', parts: alternatives(')') };
    if (token === '<') return { kind: 'some', parts: alternatives('>') };
    if (token.startsWith('@')) return { kind: 'block', context: token.slice(1) };
    const type = valueTypes[token];
    return type === undefined ? { kind: 'word', text: token } : { kind: 'value', name: token, type };
  };
  const alternatives = (sign: string): Form[] => {
    const parts = [sequence(['|', sign])];
    while (tokens[at++] === '|') parts.push(sequence(['|', sign]));
    return parts;
  };
  const closed = (sign: string): Form => {
    const inner = sequence([sign]);
    at++;
    return inner;
  };
  return sequence([]);
}

/** Tells whether items from the second on, which follow the name, have that form. */
export function matchForm(form: Form, items: readonly Item[], from = 1): Match {
  const attempt = new Attempt(items);
  const fits = attempt.run(form, from, (at) => attempt.ends(at));
  const { furthest, expected, inner } = attempt;
  return { fits, furthest, expected, ...(inner === undefined ? {} : { inner }) };
}

type Next = (at: number) => boolean;

class Attempt {
  furthest = 0;
  readonly expected = new Set<string>();
  inner: Match['inner'];
  readonly #items: readonly Item[];

  constructor(items: readonly Item[]) {
    this.#items = items;
  }

  ends(at: number): boolean {
    if (at === this.#items.length) return true;
    this.miss(at, 'a semicolon');
    return false;
  }

  run(form: Form, at: number, next: Next): boolean {
    const item = this.#items[at];
    switch (form.kind) {
      case 'sequence':
        return this.#sequence(form.parts, 0, at, next);
      case 'choice':
        return form.parts.some((part) => this.run(part, at, next));
      case 'some':
        return this.#some(form.parts, at, next);
      case 'optional':
        return this.run(form.part, at, next) || next(at);
      case 'word':
        if (isWord(item) && !item.quoted && item.text.toLowerCase() === form.text) return next(at + 1);
        return this.miss(at, form.text);
      case 'value': {
        const taken = form.type.take(this.#items, at);
        return taken > 0 || form.name === 'nothing' ? next(at + taken) : this.miss(at, form.type.meaning);
      }
      case 'block':
        return isBlock(item) ? next(at + 1) : this.miss(at, 'a block in braces');
      case 'list':
        if (!isBlock(item)) return this.miss(at, 'a list in braces');
        return this.#list(form.element, item.statements) && next(at + 1);
    }
  }

  #sequence(parts: readonly Form[], index: number, at: number, next: Next): boolean {
    const part = parts[index];
    if (part === undefined) return next(at);
    return this.run(part, at, (after) => this.#sequence(parts, index + 1, after, next));
  }

  #some(parts: readonly Form[], at: number, next: Next): boolean {
    return parts.some((part, index) => {
      const others = parts.toSpliced(index, 1);
      return this.run(
        part,
        at,
        (after) => (others.length > 0 && this.#some(others, after, next)) || next(after),
      );
    });
  }

  #list(element: Form, statements: readonly Statement[]): boolean {
    for (const statement of statements) {
      const match = matchForm(element, statement.items, 0);
      if (match.fits) continue;
      this.inner ??= { statement, match };
      return false;
    }
    return true;
  }

  miss(at: number, meaning: string): false {
    if (at > this.furthest) {
      this.furthest = at;
      this.expected.clear();
    }
    if (at === this.furthest) this.expected.add(meaning);
    return false;
  }
}
