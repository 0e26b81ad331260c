import { type Needs, needsOfAll, needsOfOne } from './needs.ts';
import type { RowValues } from './row-values.ts';

/** An expression holds for a row or doesn't. */
export interface Expression {
  /** What a row needs so that it can hold; undefined if that can't be told. */
  readonly needs: Needs | undefined;
  /** Comparisons that it takes at most. */
  readonly cost: number;
  holds(values: RowValues): boolean;
}

/** Makes the expression of one comparison. */
export function comparison(test: (values: RowValues) => boolean, needs?: Needs, cost = 1): Expression {
  return {
    needs,
    cost,
    holds: (values) => {
      values.spent += cost;
      return test(values);
    },
  };
}

/** Makes the expression that holds if all of these do. */
export function allOf(parts: readonly Expression[]): Expression {
  if (parts.length === 1) return parts[0]!;
  return {
    needs: needsOfAll(parts.map(({ needs }) => needs)),
    cost: costOf(parts),
    holds: (values) => {
      for (const part of parts) if (!part.holds(values)) return false;
      return true;
    },
  };
}

/** Makes the expression that holds if one of these does. */
export function oneOf(parts: readonly Expression[]): Expression {
  if (parts.length === 1) return parts[0]!;
  return {
    needs: needsOfOne(parts.map(({ needs }) => needs)),
    cost: costOf(parts),
    holds: (values) => {
      for (const part of parts) if (part.holds(values)) return true;
      return false;
    },
  };
}

/** Makes the expression that holds if this one doesn't. */
export function notOf(part: Expression): Expression {
  return { needs: undefined, cost: part.cost, holds: (values) => !part.holds(values) };
}

function costOf(parts: readonly Expression[]): number {
  return parts.reduce((sum, { cost }) => sum + cost, 0);
}
