import { linearExpression } from './linear-expression.ts';
import { textEnd, textStart } from './needs.ts';

/** A comparing says how a value is compared with a text. */
export type Comparing = 'equals' | 'contains' | 'startswith' | 'endswith';

export interface TextPattern {
  /** Tries a text, which is in lower case if the pattern ignores case. */
  readonly matches: (text: string) => boolean;
  /** The longest text that stands in all that match, with marks of the edges; empty if it matches anything. */
  readonly literal: string;
}

/** A part of a pattern: text, any characters, or one character. */
type Part = string | typeof any | typeof single;
const any = 0 as const;
const single = 1 as const;

/**
 * Compiles a value of a rule: `*` stands for any characters, `?` for one, a backslash before these and itself for what follows.
 * `keepsCase` leaves its letters as they are.
 */
export function textPattern(value: string, comparing: Comparing, keepsCase: boolean): TextPattern {
  const inner = partsOf(keepsCase ? value : value.toLowerCase());
  const parts: Part[] = [
    ...(comparing === 'contains' || comparing === 'endswith' ? [any] : []),
    ...inner,
    ...(comparing === 'contains' || comparing === 'startswith' ? [any] : []),
  ];
  return { matches: matcherOf(parts), literal: longestLiteral(parts) };
}

function partsOf(value: string): Part[] {
  const parts: Part[] = [];
  let literal = '';
  const end = () => {
    if (literal !== '') parts.push(literal);
    literal = '';
  };
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    const next = value[at + 1];
    if (character === '\\' && (next === '*' || next === '?' || next === '\\')) {
      literal += next;
      at++;
    } else if (character === '*' || character === '?') {
      end();
      parts.push(character === '*' ? any : single);
    } else literal += character;
  }
  end();
  return parts;
}

function matcherOf(parts: readonly Part[]): (text: string) => boolean {
  if (parts.includes(single)) {
    const source = parts.map((part) =>
      part === any ? '.*' : part === single ? '.' : escaped(part as string),
    );
    return linearExpression(`^(?:${source.join('')})$`, { ignoresCase: false, dotAll: true });
  }
  const texts = parts.filter((part) => part !== any) as string[];
  const isFromStart = parts.length > 0 && parts[0] !== any;
  const isToEnd = parts.length > 0 && parts.at(-1) !== any;
  const [first = ''] = texts;
  if (parts.length === 0) return (text) => text === '';
  if (texts.length === 0) return () => true;
  if (texts.length === 1) {
    if (isFromStart && isToEnd) return (text) => text === first;
    if (isFromStart) return (text) => text.startsWith(first);
    if (isToEnd) return (text) => text.endsWith(first);
    return (text) => text.includes(first);
  }
  return (text) => inOrder(text, texts, isFromStart, isToEnd);
}

/** Finds the texts one behind the other, each at the first place where it stands; the last one at the end if it has to. */
function inOrder(text: string, texts: readonly string[], isFromStart: boolean, isToEnd: boolean): boolean {
  let at = 0;
  const last = texts.length - 1;
  for (const [index, part] of texts.entries()) {
    if (index === last && isToEnd) return text.length - part.length >= at && text.endsWith(part);
    const found = index === 0 && isFromStart ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

function longestLiteral(parts: readonly Part[]): string {
  let longest = '';
  for (const [index, part] of parts.entries()) {
    if (typeof part !== 'string') continue;
    const marked =
      `${index === 0 ? textStart : ''}${part}${index === parts.length - 1 ? textEnd : ''}`.toLowerCase();
    if (marked.length > longest.length) longest = marked;
  }
  return longest;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
