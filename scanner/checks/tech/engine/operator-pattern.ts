import { RE2JS } from 're2js';
import { canBacktrack, longestBacktracked } from './can-backtrack.ts';
import type { Match, Matcher } from './matcher.ts';
import { requiredLiterals } from './required-literals.ts';

const longestPattern = 2_000;
const longestVersion = 60;

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
  const short = canBacktrack(source) ? new RegExp(source, 'i') : undefined;
  let compiled: RE2JS | undefined | null;
  const find = (value: string): readonly (string | null | undefined)[] | undefined => {
    if (short !== undefined && value.length <= longestBacktracked) return short.exec(value) ?? undefined;
    if (compiled === undefined) compiled = compile(source);
    const matcher = compiled?.matcher(value);
    if (matcher === undefined || !matcher.find()) return undefined;
    return Array.from({ length: matcher.groupCount() + 1 }, (_, number) => matcher.group(number));
  };
  return {
    literals: requiredLiterals(source),
    match: (value) => {
      const groups = find(value);
      if (groups === undefined) return undefined;
      return {
        version: version === undefined ? null : versionOf(version, (number) => groups[number] ?? ''),
      } satisfies Match;
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
