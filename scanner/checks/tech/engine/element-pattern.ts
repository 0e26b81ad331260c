import type { Matcher } from './matcher.ts';
import { type OperatorPattern, operatorPattern } from './operator-pattern.ts';
import { mostTelling } from './required-literals.ts';

interface Condition {
  readonly attribute: string;
  readonly operator: '' | '=' | '^=' | '$=' | '*=' | '~=' | '|=';
  readonly value: string;
}

interface Compound {
  readonly tag: string | undefined;
  readonly conditions: readonly Condition[];
}

const simple = /^(?:([a-z][\w-]*)|\*)?((?:#[\w-]+|\.[\w-]+|\[[^\]]+\])*)$/i;
const piece =
  /#([\w-]+)|\.([\w-]+)|\[\s*([\w:.-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+)))?\s*(?:i\s*)?\]/gi;
const written = /([^\s="]+)="([^"]*)"/g;

/**
 * Compiles selectors of elements, lists of tag, `#id`, `.class` and `[attribute]`, to matchers: of nested elements the
 * last is looked for, which alone must be marked enough. They are tried on a tag as `name attribute="value"`. Throws
 * for others.
 */
export function elementMatcher(selectors: string, attributes: Readonly<Record<string, unknown>>): Matcher[] {
  const wanted = Object.entries(attributes).flatMap(([name, pattern]) =>
    typeof pattern === 'string' ? [{ name: name.toLowerCase(), ...operatorPattern(pattern) }] : [],
  );
  return splitList(selectors).flatMap((selector) => {
    const compound = readCompound(selector);
    // A bare tag within others would stand for nearly any page.
    if (compound.conditions.length === 0 && wanted.length === 0 && !(compound.tag ?? '').includes('-'))
      return [];
    return [matcherOf(compound, wanted)];
  });
}

type Wanted = OperatorPattern & { readonly name: string };

function matcherOf({ tag, conditions }: Compound, wanted: readonly Wanted[]): Matcher {
  const texts = [
    ...conditions.map(({ attribute, value }) => (value === '' ? attribute : value)),
    ...wanted.map(({ name }) => name),
    ...(tag === undefined ? [] : [tag]),
  ];
  return {
    literals: mostTelling([
      ...texts.map((text) => [text.toLowerCase()]),
      ...wanted.flatMap(({ matcher }) => (matcher?.literals === undefined ? [] : [matcher.literals])),
    ]),
    match: (value) => {
      const name = value.split(' ', 1)[0]!;
      if (tag !== undefined && name.toLowerCase() !== tag.toLowerCase()) return undefined;
      const attributes = new Map(
        [...value.matchAll(written)].map(([, key, text]) => [key!.toLowerCase(), text!]),
      );
      if (!conditions.every((condition) => holds(condition, attributes))) return undefined;
      let version: string | null = null;
      for (const { name: key, matcher } of wanted) {
        const text = attributes.get(key);
        const found =
          text === undefined
            ? undefined
            : matcher === undefined
              ? { version: null }
              : matcher.match(text, text);
        if (found === undefined) return undefined;
        version ??= found.version;
      }
      return { version };
    },
  };
}

function holds({ attribute, operator, value }: Condition, attributes: ReadonlyMap<string, string>): boolean {
  const text = attributes.get(attribute);
  if (text === undefined) return false;
  switch (operator) {
    case '':
      return true;
    case '=':
      return text === value;
    case '^=':
      return text.startsWith(value);
    case '$=':
      return text.endsWith(value);
    case '*=':
      return text.includes(value);
    case '~=':
      return text.split(/\s+/).includes(value);
    case '|=':
      return text === value || text.startsWith(`${value}-`);
  }
}

function readCompound(selector: string): Compound {
  const last = selector
    .trim()
    .split(/\s*[>+~]\s*|\s+(?![^[]*\])/)
    .at(-1)!;
  const found = simple.exec(last);
  if (found === null || last === '')
    throw new Error(`The selector "${selector.slice(0, 100)}" is not supported.`);
  const conditions = [...(found[2] ?? '').matchAll(piece)].map(
    ([, id, className, attribute, operator, double, single, bare]): Condition => {
      if (id !== undefined) return { attribute: 'id', operator: '=', value: id };
      if (className !== undefined) return { attribute: 'class', operator: '~=', value: className };
      return {
        attribute: attribute!.toLowerCase(),
        operator: (operator ?? '') as Condition['operator'],
        value: double ?? single ?? bare ?? '',
      };
    },
  );
  return { tag: found[1], conditions };
}

/** At commas outside of brackets. */
function splitList(selectors: string): string[] {
  return selectors.split(/,(?![^[]*\])/).filter((selector) => selector.trim() !== '');
}
