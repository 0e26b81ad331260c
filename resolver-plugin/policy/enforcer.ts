import type { PolicyChange, PolicyDocument } from '@sonde/shared/policy/document.ts';
import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules, type RuleProblem } from '@sonde/shared/policy/rpz-rules.ts';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import { holdsAt } from '@sonde/shared/policy/schedule.ts';
import type { RpzZone } from '../rpz/zone.ts';
import type { PolicyTarget } from './target.ts';

/** An enforcer turns a policy into the zone that resolvers have, and tells them of each change. */
export class Enforcer {
  readonly #rules: RpzRules;
  readonly #zone: RpzZone;
  readonly #targets: readonly PolicyTarget[];
  readonly #fixed: readonly PolicyRule[];
  readonly #scheduled = new Map<string, PolicyRule>();
  readonly #holding = new Set<string>();

  /** The fixed rules are in the zone whatever the policy is. */
  constructor(zone: RpzZone, targets: readonly PolicyTarget[], fixed: readonly PolicyRule[] = []) {
    this.#zone = zone;
    this.#targets = targets;
    this.#fixed = fixed;
    this.#rules = new RpzRules(nameBytes(zone.name));
  }

  /** Rules of the policy in force that the resolver cannot be told of, by id. */
  get problems(): ReadonlyMap<string, RuleProblem> {
    return this.#rules.problems;
  }

  /** Rules that another rule about the very same thing outranks. */
  outranked(): string[] {
    return [...this.#rules.outranked()].map(({ id }) => id);
  }

  /** Puts a policy in force, in place of the one before. */
  enforce(document: PolicyDocument, now: number): void {
    this.#scheduled.clear();
    this.#holding.clear();
    this.#update(this.#rules.replace([...this.#admit(document.rules, now), ...this.#fixed]), now);
  }

  /** Takes the policy in force one step on. */
  change({ put, removed }: Pick<PolicyChange, 'put' | 'removed'>, now: number): void {
    for (const id of removed) this.#forget(id);
    for (const { id } of put) this.#forget(id);
    const holding = this.#admit(put, now);
    const idle = put.filter(({ id }) => this.#scheduled.has(id) && !this.#holding.has(id));
    this.#update(this.#rules.apply(holding, [...removed, ...idle.map(({ id }) => id)]), now);
  }

  /** Lets rules with a schedule come and go; to be called every few seconds. */
  tick(now: number): void {
    const begin: PolicyRule[] = [];
    const end: string[] = [];
    for (const rule of this.#scheduled.values()) {
      const holds = rule.schedule !== undefined && holdsAt(rule.schedule, now);
      if (holds === this.#holding.has(rule.id)) continue;
      if (holds) {
        begin.push(rule);
        this.#holding.add(rule.id);
      } else {
        end.push(rule.id);
        this.#holding.delete(rule.id);
      }
    }
    if (begin.length > 0 || end.length > 0) this.#update(this.#rules.apply(begin, end), now);
  }

  /** Those of the rules that hold now; remembers which have a schedule. */
  #admit(rules: readonly PolicyRule[], now: number): PolicyRule[] {
    return rules.filter((rule) => {
      if (rule.schedule === undefined) return true;
      this.#scheduled.set(rule.id, rule);
      const holds = holdsAt(rule.schedule, now);
      if (holds) this.#holding.add(rule.id);
      return holds;
    });
  }

  #forget(id: string): void {
    this.#scheduled.delete(id);
    this.#holding.delete(id);
  }

  #update(changes: ReturnType<RpzRules['apply']>, now: number): void {
    if (!this.#zone.update(changes, now)) return;
    for (const target of this.#targets) target.changed(changes);
  }
}
