import { isDeepStrictEqual } from 'node:util';
import type { PolicyRule } from './rule.ts';

const strength = { allow: 0, redirect: 1, redirect_to_addresses: 1, block: 2, log: 3 } as const;

/**
 * Sorts rules about the very same thing, the one that wins first: by greater priority, then allow before redirect
 * before block (a mistake should rather let through than cut off), then by id, so that there is one order.
 */
export function outranks(left: PolicyRule, right: PolicyRule): number {
  if (left.priority !== right.priority) return right.priority - left.priority;
  const difference = strength[left.action.kind] - strength[right.action.kind];
  if (difference !== 0) return difference;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

/** Whether two rules of one id say the same. The common cases are told without the general comparison. */
export function sameRule(left: PolicyRule, right: PolicyRule): boolean {
  if (left === right) return true;
  if (left.action.kind !== right.action.kind || left.match.kind !== right.match.kind) return false;
  if (left.priority !== right.priority) return false;
  if ('name' in left.match && 'name' in right.match && left.match.name !== right.match.name) return false;
  return (
    isDeepStrictEqual(left.match, right.match) &&
    isDeepStrictEqual(left.action, right.action) &&
    isDeepStrictEqual(left.schedule, right.schedule)
  );
}
