import type { PolicyRule, RuleAction, RuleMatch } from './rule.ts';
import type { Schedule } from './schedule.ts';

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

/**
 * Tells whether two rules of one id say the same. By hand, as a million of them are compared when a whole policy comes.
 */
export function sameRule(left: PolicyRule, right: PolicyRule): boolean {
  return (
    left.priority === right.priority &&
    sameMatch(left.match, right.match) &&
    sameAction(left.action, right.action) &&
    sameSchedule(left.schedule, right.schedule)
  );
}

function sameMatch(left: RuleMatch, right: RuleMatch): boolean {
  if (left.kind !== right.kind) return false;
  return 'name' in left
    ? 'name' in right && left.name === right.name
    : 'network' in right && left.network === right.network;
}

function sameAction(left: RuleAction, right: RuleAction): boolean {
  if (left.kind === 'block') return right.kind === 'block' && left.answer === right.answer;
  if (left.kind === 'redirect') return right.kind === 'redirect' && left.name === right.name;
  if (left.kind !== 'redirect_to_addresses' || right.kind !== 'redirect_to_addresses') {
    return left.kind === right.kind;
  }
  return left.addresses.join() === right.addresses.join();
}

function sameSchedule(left: Schedule | undefined, right: Schedule | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left.from === right.from &&
    left.to === right.to &&
    left.time_zone === right.time_zone &&
    left.days.join() === right.days.join()
  );
}
