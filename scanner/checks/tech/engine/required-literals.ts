/** Strings of one set, at most: more would be looked for in vain more often than a pattern is tried. */
const mostStrings = 24;
const longestString = 60;
const shortestLiteral = 3;
const deepest = 40;
/** Characters of a class that are tried one by one. */
const mostOfClass = 6;
/** What nearly every page has: a literal is worth what is left of it without these. */
const common =
  /https?|www\.|src=|href=|class=|rel=|link|script|style|content|data-|<div|<a|<img|<meta|wp-content|plugins|themes|\.min|\.js|\.css|\/js\/|cdn|static|assets|\.com|\.net|\.org|\.io|name=|id=|type=|[\s"'=<>/.:]/g;

interface Known {
  /** All that it can stand for, in lower case; undefined if that is too much. */
  readonly exact: readonly string[] | undefined;
  /** Of these one stands in whatever it matches. */
  readonly needed: readonly string[] | undefined;
}

const nothing: Known = { exact: [''], needed: undefined };
const anything: Known = { exact: undefined, needed: undefined };

/**
 * Finds texts, in lower case, one of which stands in whatever a regular expression matches whatever its case: the set that tells
 * most. Undefined if there is none, or if the expression is not understood.
 */
export function requiredLiterals(expression: string): readonly string[] | undefined {
  const reader = new Reader(expression);
  try {
    const known = reader.choice(0);
    if (!reader.isAtEnd) return undefined;
    const best = better(known.needed, usable(known.exact));
    return best === undefined || shortest(best) < shortestLiteral ? undefined : fewest(best);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** Finds the set that stands least often in a page that has nothing to do with it; undefined if there is none. */
export function mostTelling(sets: readonly (readonly string[])[]): readonly string[] | undefined {
  return sets.reduce<readonly string[] | undefined>((best, set) => better(best, set), undefined);
}

class NotUnderstood extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  choice(depth: number): Known {
    if (depth > deepest) throw new NotUnderstood();
    const ways = [this.#sequence(depth)];
    while (this.#take('|')) ways.push(this.#sequence(depth));
    if (ways.length === 1) return ways[0]!;
    const all = ways.map(({ exact }) => exact);
    const exact = all.every((one) => one !== undefined) ? distinct(all.flat() as string[]) : undefined;
    const needs = ways.map((way) => better(way.needed, usable(way.exact)));
    const needed = needs.every((one) => one !== undefined) ? distinct(needs.flat() as string[]) : undefined;
    return { exact: bounded(exact), needed: bounded(needed) };
  }

  #sequence(depth: number): Known {
    let exact: readonly string[] | undefined = [''];
    let isWhole = true;
    let needed: readonly string[] | undefined;
    while (!this.isAtEnd && this.#text[this.#at] !== '|' && this.#text[this.#at] !== ')') {
      const part = this.#quantified(this.#atom(depth));
      const joined: readonly string[] | undefined =
        exact === undefined || part.exact === undefined ? undefined : product(exact, part.exact);
      needed = better(needed, part.needed);
      if (joined === undefined) {
        needed = better(needed, usable(exact));
        isWhole = false;
        exact = part.exact !== undefined && part.exact.length > 0 ? part.exact : [''];
      } else exact = joined;
    }
    needed = better(needed, usable(exact));
    return { exact: isWhole ? exact : undefined, needed };
  }

  #atom(depth: number): Known {
    const character = this.#text[this.#at++]!;
    switch (character) {
      case '(':
        return this.#group(depth);
      case '[':
        return this.#class();
      case '.':
        return anything;
      case '^':
      case '$':
        return nothing;
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new NotUnderstood();
      default:
        return one(character);
    }
  }

  #group(depth: number): Known {
    if (this.#take('?')) {
      this.#take('P');
      if (this.#text[this.#at] === '<') this.#name();
      else if (!this.#take(':')) throw new NotUnderstood();
    }
    const inside = this.choice(depth + 1);
    if (!this.#take(')')) throw new NotUnderstood();
    return inside;
  }

  #name(): void {
    const name = /^<[\w]+>/.exec(this.#text.slice(this.#at, this.#at + 100));
    if (name === null) throw new NotUnderstood();
    this.#at += name[0].length;
  }

  #escape(): Known {
    const next = this.#text[this.#at++];
    if (next === undefined) throw new NotUnderstood();
    if (/[bB]/.test(next)) return nothing;
    if (/[dDwWsS]/.test(next)) return anything;
    if (/[tnrfv]/.test(next)) return anything;
    if (/[A-Za-z0-9]/.test(next)) throw new NotUnderstood();
    return one(next);
  }

  #class(): Known {
    const start = this.#at;
    const isNegated = this.#take('^');
    let characters: string[] | undefined = [];
    for (let first = true; ; first = false) {
      const character = this.#text[this.#at++];
      if (character === undefined) throw new NotUnderstood();
      if (character === ']' && !first) break;
      if (character === '[' && this.#text[this.#at] === ':') throw new NotUnderstood();
      if (character === '\\') {
        const next = this.#text[this.#at++];
        if (next === undefined) throw new NotUnderstood();
        if (/[A-Za-z0-9]/.test(next)) characters = undefined;
        else characters?.push(next);
      } else if (character === '-' && !first && this.#text[this.#at] !== ']') characters = undefined;
      else characters?.push(character.toLowerCase());
    }
    if (this.#at - start > 200) characters = undefined;
    const all = characters && distinct(characters);
    return isNegated ||
      all === undefined ||
      all.length === 0 ||
      all.length > mostOfClass ||
      !all.every(isPlain)
      ? anything
      : { exact: all, needed: undefined };
  }

  #quantified(part: Known): Known {
    const character = this.#text[this.#at];
    let least = 1;
    let most = 1;
    if (character === '*') [least, most] = [0, Number.POSITIVE_INFINITY];
    else if (character === '+') [least, most] = [1, Number.POSITIVE_INFINITY];
    else if (character === '?') [least, most] = [0, 1];
    else {
      const counted = /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at, this.#at + 20));
      if (counted === null) return part;
      least = Number(counted[1]);
      most =
        counted[2] === undefined ? least : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3]);
      this.#at += counted[0].length - 1;
    }
    this.#at++;
    this.#take('?');
    if (/[*+?{]/.test(this.#text[this.#at] ?? '')) throw new NotUnderstood();
    if (least === 1 && most === 1) return part;
    if (least >= 1) return { exact: undefined, needed: better(part.needed, usable(part.exact)) };
    const exact = most === 1 && part.exact !== undefined ? bounded(distinct(['', ...part.exact])) : undefined;
    return { exact, needed: undefined };
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}

function one(character: string): Known {
  return isPlain(character) ? { exact: [character.toLowerCase()], needed: undefined } : anything;
}

/** Letters of other alphabets may have more forms than two. */
function isPlain(character: string): boolean {
  const code = character.codePointAt(0)!;
  return code >= 0x20 && code < 0x7f;
}

function product(some: readonly string[], others: readonly string[]): readonly string[] | undefined {
  if (some.length * others.length > mostStrings) return undefined;
  const joined = distinct(some.flatMap((first) => others.map((second) => first + second)));
  return joined.every(({ length }) => length <= longestString) ? joined : undefined;
}

function bounded(strings: readonly string[] | undefined): readonly string[] | undefined {
  return strings === undefined || strings.length > mostStrings ? undefined : strings;
}

function usable(strings: readonly string[] | undefined): readonly string[] | undefined {
  return strings === undefined || strings.includes('') ? undefined : strings;
}

function better(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): readonly string[] | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return worth(second) > worth(first) ? second : first;
}

/** How seldom one of them stands in a page that has nothing to do with them. */
function worth(strings: readonly string[]): number {
  const length = shortest(strings);
  if (length < shortestLiteral) return length / 100;
  const telling = Math.min(...strings.map((text) => text.replaceAll(common, '').length));
  return Math.min(telling, 12) + Math.min(length, 20) / 20 - Math.log2(strings.length) / 4;
}

function shortest(strings: readonly string[]): number {
  return Math.min(...strings.map(({ length }) => length));
}

/** Where a text stands, those within it do too. */
function fewest(strings: readonly string[]): readonly string[] {
  return strings.filter((text) => !strings.some((other) => other !== text && text.includes(other)));
}

function distinct(strings: readonly string[]): string[] {
  return [...new Set(strings)];
}
