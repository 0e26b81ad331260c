import type { Span } from '@sonde/scanner/configuration/model/source.ts';
import type { ExpressionFlags } from './linear-expression.ts';
import { faulty, unsupported } from './problem.ts';
import type { Comparing } from './text-pattern.ts';

export interface Modifiers {
  readonly compares: Comparing | 're' | 'cidr' | 'exists' | 'fieldref' | 'gt' | 'gte' | 'lt' | 'lte';
  readonly flags: ExpressionFlags;
  readonly all: boolean;
  readonly cased: boolean;
  readonly differs: boolean;
}

const comparisons: ReadonlySet<string> = new Set<Modifiers['compares']>([
  'contains',
  'startswith',
  'endswith',
  're',
  'cidr',
  'exists',
  'fieldref',
  'gt',
  'gte',
  'lt',
  'lte',
]);

/** Each modifier that is followed, with what it does here. */
export const knownModifiers: Readonly<Record<string, string>> = {
  contains: 'the text contains the value',
  startswith: 'the text begins with the value',
  endswith: 'the text ends with the value',
  all: 'all values of the list must match, not just one',
  re: 'the value is a regular expression that matches anywhere in the text; it runs in linear time, so look-around and backreferences are not supported',
  i: 'after `re`: ignore case',
  m: 'after `re`: `^` and `$` match at the start and end of each line',
  s: 'after `re`: `.` also matches a line break',
  cased: 'the comparison respects case, except in names and types, which have no case in the DNS',
  cidr: 'the address is in the network',
  exists: 'the row has the field (`true`) or does not have it (`false`)',
  fieldref: 'the field has the same value as another field',
  neq: 'no value equals the given value',
  gt: 'greater than the value',
  gte: 'greater than or equal to the value',
  lt: 'less than the value',
  lte: 'less than or equal to the value',
};

/** Reads the modifiers behind a field. Throws a SigmaProblem for one that isn't known. */
export function readModifiers(words: readonly string[], at: Span): Modifiers {
  let compares: Modifiers['compares'] = 'equals';
  const said = new Set<string>();
  for (const word of words) {
    if (!(word in knownModifiers))
      throw unsupported(`The modifier ${JSON.stringify(word.slice(0, 32))} is not supported.`, at);
    if (said.has(word)) throw faulty(`The modifier ${word} is given twice.`, at);
    said.add(word);
    if (!comparisons.has(word)) continue;
    if (compares !== 'equals') throw faulty(`The modifiers ${compares} and ${word} cannot be combined.`, at);
    compares = word as Modifiers['compares'];
  }
  if (compares !== 're' && ['i', 'm', 's'].some((flag) => said.has(flag)))
    throw faulty('The modifiers i, m and s need the modifier re before them.', at);
  return {
    compares,
    flags: { ignoresCase: said.has('i'), multiline: said.has('m'), dotAll: said.has('s') },
    all: said.has('all'),
    cased: said.has('cased'),
    differs: said.has('neq'),
  };
}
