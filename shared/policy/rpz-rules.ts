import { type RpzAnswer, rpzAnswer } from './rpz-answer.ts';
import { type OwnerProblem, rpzOwners } from './rpz-owner.ts';
import type { PolicyRule } from './rule.ts';
import { outranks, sameRule } from './rule-order.ts';

/** The changes list a zone's removed triggers, and the triggers that are added or get another answer. */
export interface RpzChanges {
  readonly removed: readonly string[];
  readonly put: readonly (readonly [owner: string, answer: RpzAnswer])[];
}

export type RuleProblem = OwnerProblem | 'target_reserved' | 'too_many_alike';

/** Rules about the very same thing, of which only one counts; the bound keeps each step short. */
const maxAlike = 64;

/**
 * The RPZ rules keep a set of rules and the triggers of a response policy zone that follow from it, so that a change of
 * a few rules among a million costs a few steps. A trigger has one answer: among the rules about the very same thing
 * one wins (see `outranks`); the resolver itself prefers, within a zone, client networks to names to response
 * addresses, and the longer prefix and the longer name to the shorter. Rules that only log have no trigger.
 */
export class RpzRules {
  readonly #zoneBytes: number;
  readonly #rules = new Map<string, PolicyRule>();
  /** The rules of one trigger; nearly always it is one, which then stands without an array. */
  readonly #byOwner = new Map<string, PolicyRule | PolicyRule[]>();
  readonly #problems = new Map<string, RuleProblem>();

  constructor(zoneBytes: number) {
    this.#zoneBytes = zoneBytes;
  }

  get size(): number {
    return this.#rules.size;
  }

  /** Rules that a response policy zone cannot express, by id: they are not enforced. */
  get problems(): ReadonlyMap<string, RuleProblem> {
    return this.#problems;
  }

  /** Makes these the rules; what stays the same costs only a comparison. */
  replace(rules: Iterable<PolicyRule>): RpzChanges {
    const next = new Map<string, PolicyRule>();
    for (const rule of rules) next.set(rule.id, rule);
    const removed: string[] = [];
    for (const id of this.#rules.keys()) if (!next.has(id)) removed.push(id);
    return this.apply([...next.values()], removed);
  }

  /** Adds rules, or replaces those of the same id, and takes others away. */
  apply(put: Iterable<PolicyRule>, removedIds: Iterable<string>): RpzChanges {
    const before = new Map<string, RpzAnswer | undefined>();
    const remember = (owner: string): void => {
      if (!before.has(owner)) before.set(owner, this.#answer(owner));
    };
    for (const id of removedIds) {
      const rule = this.#rules.get(id);
      if (rule !== undefined) this.#remove(rule, remember);
    }
    for (const rule of put) {
      const held = this.#rules.get(rule.id);
      if (held !== undefined && sameRule(held, rule)) continue;
      if (held !== undefined) this.#remove(held, remember);
      this.#add(rule, remember);
    }
    return this.#changes(before);
  }

  /** Rules that another one about the very same thing outranks. */
  *outranked(): Generator<PolicyRule> {
    for (const rules of this.#byOwner.values()) {
      if (Array.isArray(rules)) yield* rules.slice(1);
    }
  }

  /** Lists all triggers, relative to the zone, with their answers. */
  *entries(): Generator<readonly [string, RpzAnswer]> {
    for (const owner of this.#byOwner.keys()) yield [owner, this.#answer(owner)!];
  }

  #add(rule: PolicyRule, remember: (owner: string) => void): void {
    this.#rules.set(rule.id, rule);
    if (rule.action.kind === 'log') return;
    const owners = rpzOwners(rule.match, this.#zoneBytes);
    if (typeof owners === 'string') {
      this.#problems.set(rule.id, owners);
      return;
    }
    if (rpzAnswer(rule.action) === undefined) {
      this.#problems.set(rule.id, 'target_reserved');
      return;
    }
    if (owners.some((owner) => this.#count(owner) >= maxAlike)) {
      this.#problems.set(rule.id, 'too_many_alike');
      return;
    }
    for (const owner of owners) {
      remember(owner);
      const held = this.#byOwner.get(owner);
      if (held === undefined) this.#byOwner.set(owner, rule);
      else this.#byOwner.set(owner, [rule, held].flat().sort(outranks));
    }
  }

  #remove(rule: PolicyRule, remember: (owner: string) => void): void {
    this.#rules.delete(rule.id);
    if (this.#problems.delete(rule.id) || rule.action.kind === 'log') return;
    for (const owner of rpzOwners(rule.match, this.#zoneBytes)) {
      remember(owner);
      const rest = [this.#byOwner.get(owner) ?? []].flat().filter((other) => other.id !== rule.id);
      if (rest.length === 0) this.#byOwner.delete(owner);
      else this.#byOwner.set(owner, rest.length === 1 ? rest[0]! : rest);
    }
  }

  #count(owner: string): number {
    const rules = this.#byOwner.get(owner);
    return Array.isArray(rules) ? rules.length : rules === undefined ? 0 : 1;
  }

  #answer(owner: string): RpzAnswer | undefined {
    const rules = this.#byOwner.get(owner);
    const winner = Array.isArray(rules) ? rules[0] : rules;
    return winner === undefined || winner.action.kind === 'log' ? undefined : rpzAnswer(winner.action);
  }

  #changes(before: ReadonlyMap<string, RpzAnswer | undefined>): RpzChanges {
    const removed: string[] = [];
    const put: [string, RpzAnswer][] = [];
    for (const [owner, old] of before) {
      const answer = this.#answer(owner);
      if (answer === undefined && old !== undefined) removed.push(owner);
      else if (answer !== undefined && answer.key !== old?.key) put.push([owner, answer]);
    }
    return { removed, put };
  }
}
