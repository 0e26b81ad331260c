import type { PolicyDocument } from '@sonde/shared/policy/document.ts';
import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules, type RuleProblem } from '@sonde/shared/policy/rpz-rules.ts';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import { holdsAt } from '@sonde/shared/policy/schedule.ts';
import type { RpzZone } from '../rpz/zone.ts';
import type { PolicyTarget } from './target.ts';

/** Turns a policy into the zone that resolvers have, and tells them of each change. */
export class Enforcer {
  readonly #rules: RpzRules;
  readonly #zone: RpzZone;
  readonly #targets: readonly PolicyTarget[];
  #scheduled: readonly PolicyRule[] = [];
  readonly #holding = new Set<string>();

  constructor(zone: RpzZone, targets: readonly PolicyTarget[]) {
    this.#zone = zone;
    this.#targets = targets;
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
    this.#scheduled = document.rules.filter(({ schedule }) => schedule !== undefined);
    this.#holding.clear();
    const rules: PolicyRule[] = [];
    for (const rule of document.rules) {
      if (rule.schedule !== undefined && !holdsAt(rule.schedule, now)) continue;
      if (rule.schedule !== undefined) this.#holding.add(rule.id);
      rules.push(rule);
    }
    this.#update(this.#rules.replace(rules), now);
  }

  /** Lets rules with a schedule come and go; to be called every few seconds. */
  tick(now: number): void {
    const begin: PolicyRule[] = [];
    const end: string[] = [];
    for (const rule of this.#scheduled) {
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

  #update(changes: ReturnType<RpzRules['apply']>, now: number): void {
    if (!this.#zone.update(changes, now)) return;
    for (const target of this.#targets) target.changed(changes);
  }
}
