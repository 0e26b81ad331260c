import { RE2JS } from 're2js';
import type { Match, Matcher } from './matcher.ts';

const longestPattern = 2_000;
const longestVersion = 60;
const shortestLiteral = 3;

export interface OperatorPattern {
  readonly matcher: Matcher | undefined;
  /** 0 to 100. */
  readonly confidence: number;
}

/**
 * Compiles a pattern of the widespread JSON format: a regular expression that minds no case, and after `\;` a `version`
 * with groups in it (`\1`, or `\1?a:b` if it depends on one) and a `confidence`. It runs in linear time, and is
 * compiled when it is first tried. Throws if it can't be: look-around and references back have no linear time.
 */
export function operatorPattern(text: string): OperatorPattern {
  const [expression = '', ...attributes] = text.split('\\;');
  const named = new Map(
    attributes.map((attribute) => {
      const at = attribute.indexOf(':');
      return [attribute.slice(0, at), attribute.slice(at + 1)];
    }),
  );
  const confidence = Number(named.get('confidence') ?? 100);
  if (expression.length > longestPattern) throw new Error('The pattern is too long.');
  if (/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(expression)) {
    throw new Error('The pattern looks around or back, which takes more than linear time.');
  }
  return {
    matcher: expression === '' ? undefined : lazily(expression, named.get('version')),
    confidence: Number.isFinite(confidence) ? Math.max(0, Math.min(100, Math.round(confidence))) : 100,
  };
}

function lazily(expression: string, version: string | undefined): Matcher {
  // JavaScript takes an escaped slash, which others find odd.
  const source = expression.replaceAll('\\/', '/');
  let compiled: RE2JS | undefined | null;
  return {
    literal: requiredLiteral(source),
    match: (value) => {
      if (compiled === undefined) compiled = compile(source);
      if (compiled === null) return undefined;
      const matcher = compiled.matcher(value);
      if (!matcher.find()) return undefined;
      const group = (number: number) => (number <= matcher.groupCount() ? matcher.group(number) : null) ?? '';
      return { version: version === undefined ? null : versionOf(version, group) } satisfies Match;
    },
  };
}

function compile(source: string): RE2JS | null {
  try {
    return RE2JS.compile(source, RE2JS.CASE_INSENSITIVE);
  } catch {
    return null;
  }
}

/** Throws if the expression cannot run in linear time. */
export function checkExpression(text: string): void {
  const [expression = ''] = text.split('\\;');
  if (expression !== '') RE2JS.compile(expression.replaceAll('\\/', '/'), RE2JS.CASE_INSENSITIVE);
}

function versionOf(template: string, group: (number: number) => string): string | null {
  const told = template
    .replaceAll(/\\(\d)\?([^:]*):(.*)$/g, (_all, number: string, yes: string, no: string) =>
      group(Number(number)) === '' ? no : yes,
    )
    .replaceAll(/\\(\d)/g, (_all, number: string) => group(Number(number)))
    .trim();
  return told === '' || told.length > longestVersion ? null : told;
}

/**
 * Finds the longest text, in lower case, that every match must contain: it stands outside of groups, classes and
 * choices and is not repeated. Undefined if there is none long enough.
 */
export function requiredLiteral(expression: string): string | undefined {
  const runs: string[] = [];
  let run = '';
  let depth = 0;
  const end = () => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = 0; at < expression.length; at++) {
    const character = expression[at]!;
    const next = expression[at + 1];
    if (character === '\\') {
      at++;
      if (next === undefined || /[A-Za-z0-9]/.test(next)) {
        if (depth === 0) end();
      } else if (depth === 0) run += next;
      if (depth === 0 && isQuantifier(expression[at + 1])) {
        run = run.slice(0, -1);
        end();
      }
    } else if (character === '[') {
      if (depth === 0) end();
      at = endOfClass(expression, at);
    } else if (character === '(') {
      if (depth++ === 0) end();
    } else if (character === ')') depth--;
    else if (depth > 0) continue;
    else if (character === '|') return undefined;
    else if (character === '{') {
      end();
      const close = expression.indexOf('}', at);
      at = close < 0 ? at : close;
    } else if (/[.^$*+?]/.test(character)) end();
    else if (isQuantifier(next)) {
      // What may be absent, or come more than once, ends the text; once at least it stands there with `+`.
      if (next === '+') run += character;
      end();
    } else run += character;
  }
  end();
  const longest = runs.toSorted((one, other) => other.length - one.length)[0]?.toLowerCase();
  return longest !== undefined && longest.length >= shortestLiteral ? longest : undefined;
}

function isQuantifier(character: string | undefined): boolean {
  return character !== undefined && '*+?{'.includes(character);
}

function endOfClass(expression: string, start: number): number {
  for (let at = start + 1; at < expression.length; at++) {
    if (expression[at] === '\\') at++;
    else if (expression[at] === ']' && at > start + 1) return at;
  }
  return expression.length;
}
