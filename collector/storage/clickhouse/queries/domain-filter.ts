import type { DomainFilter } from '../../../ports/traffic/domain-sightings.ts';
import type { Parameters } from '../clickhouse.ts';
import { belowSuffix } from './conditions.ts';

/** Writes what a filter asks of the column `domain`, as conditions to be joined, with the parameters they name. */
export function domainConditions({ suffix, pattern }: DomainFilter): {
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
} {
  return {
    conditions: [
      ...(suffix === undefined ? [] : [belowSuffix('domain')]),
      ...(pattern === undefined ? [] : ['domain LIKE {pattern:String}']),
    ],
    parameters: {
      ...(suffix === undefined ? {} : { suffix }),
      ...(pattern === undefined ? {} : { pattern: likePattern(pattern) }),
    },
  };
}

/** Translates `*` and `?` into the signs of LIKE, whose own mean themselves. */
export function likePattern(pattern: string): string {
  return pattern
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');
}
