import type { YamlNode, YamlScalar } from '@sonde/scanner/configuration/yaml/nodes.ts';
import { allOf, type Expression, notOf, oneOf } from './expression.ts';
import { faulty, unsupported } from './problem.ts';

const longestCondition = 4_000;
const deepest = 32;
/** Search identifiers that a condition may name, those of patterns counted each time. */
const mostNamed = 2_000;

/** Reads a condition, or a list of conditions one of which has to hold. Throws a SigmaProblem. */
export function readCondition(node: YamlNode, named: ReadonlyMap<string, Expression>): Expression {
  const all = node.kind === 'list' ? node.items : [node];
  if (all.length === 0) throw faulty('The rule has no condition.', node);
  return oneOf(
    all.map((one) => {
      if (one.kind !== 'scalar') throw faulty('A condition must be a text.', one);
      return new ConditionReader(one, named).read();
    }),
  );
}

class ConditionReader {
  readonly #node: YamlScalar;
  readonly #named: ReadonlyMap<string, Expression>;
  readonly #words: readonly string[];
  #at = 0;
  #count = 0;

  constructor(node: YamlScalar, named: ReadonlyMap<string, Expression>) {
    const { text } = node;
    if (text.trim() === '') throw faulty('The rule has no condition.', node);
    if (text.length > longestCondition)
      throw faulty(`A condition can have up to ${longestCondition} characters.`, node);
    if (text.includes('|'))
      throw unsupported('Conditions that count (after |) and correlations are not supported.', node);
    this.#node = node;
    this.#named = named;
    this.#words = text.match(/[()]|[^\s()]+/g) ?? [];
  }

  read(): Expression {
    const read = this.#either(0);
    if (this.#at < this.#words.length) throw this.#wrong(`The condition must end before ${this.#shown()}.`);
    return read;
  }

  #either(depth: number): Expression {
    if (depth > deepest) throw this.#wrong('The condition has too many levels.');
    const parts = [this.#both(depth)];
    while (this.#takes('or')) parts.push(this.#both(depth));
    return oneOf(parts);
  }

  #both(depth: number): Expression {
    const parts = [this.#one(depth)];
    while (this.#takes('and')) parts.push(this.#one(depth));
    return allOf(parts);
  }

  #one(depth: number): Expression {
    if (depth > deepest) throw this.#wrong('The condition has too many levels.');
    if (this.#takes('not')) return notOf(this.#one(depth + 1));
    if (this.#takes('(')) {
      const inside = this.#either(depth + 1);
      if (!this.#takes(')')) throw this.#wrong('A closing parenthesis is missing.');
      return inside;
    }
    const word = this.#words[this.#at];
    if (word === undefined) throw this.#wrong('The condition is incomplete.');
    if (this.#words[this.#at + 1]?.toLowerCase() === 'of' && /^(?:\d+|all|any)$/i.test(word))
      return this.#of(word);
    this.#at++;
    const found = this.#named.get(word);
    if (found === undefined || word === ')')
      throw this.#wrong(`There is no search identifier ${quoted(word)}.`);
    this.#note(1);
    return found;
  }

  /** `1 of them`, `all of selection*`. */
  #of(count: string): Expression {
    const pattern = this.#words[this.#at + 2];
    this.#at += 3;
    if (pattern === undefined) throw this.#wrong('The condition is incomplete.');
    if (count !== '1' && /^\d+$/.test(count))
      throw unsupported(
        `Only "1 of", "any of" and "all of" are supported, not ${count.slice(0, 9)}.`,
        this.#node,
      );
    const found = [...this.#named].filter(([name]) => isMeant(pattern, name)).map(([, one]) => one);
    if (found.length === 0) throw this.#wrong(`There is no search identifier like ${quoted(pattern)}.`);
    this.#note(found.length);
    return count.toLowerCase() === 'all' ? allOf(found) : oneOf(found);
  }

  #note(count: number): void {
    this.#count += count;
    if (this.#count > mostNamed)
      throw this.#wrong(`A condition can name up to ${mostNamed} search identifiers.`);
  }

  #takes(word: string): boolean {
    if (this.#words[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #shown(): string {
    return quoted(this.#words[this.#at] ?? '');
  }

  #wrong(message: string) {
    return faulty(message, this.#node);
  }
}

/** `them` leaves out what begins with an underscore; `*` in a pattern stands for any characters. */
function isMeant(pattern: string, name: string): boolean {
  if (pattern.toLowerCase() === 'them') return !name.startsWith('_');
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  if (!name.startsWith(first)) return false;
  const last = rest.pop()!;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}
