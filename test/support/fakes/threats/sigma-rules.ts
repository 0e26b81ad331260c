import { prepareRules } from '../../../../collector/domain/detection/sigma/prepare-rules.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';
import type {
  NewSigmaRule,
  SigmaRuleBounds,
  SigmaRuleStore,
  StoredSigmaRule,
} from '../../../../collector/ports/threats/sigma-rules.ts';
import { sampleSigmaRule } from '../../detection/sample-sigma-rule.ts';
import type { FakeLocations } from '../fleet/locations.ts';

type Owned = StoredSigmaRule & { readonly accountId: number };

/** Sigma rules in memory, with the behaviour that the port promises; what they match is counted by the real store alone. */
export class FakeSigmaRules implements SigmaRuleStore {
  readonly #locations: FakeLocations;
  #all: Owned[] = [];
  #lastId = 0;
  #changes = 0;

  constructor(locations: FakeLocations) {
    this.#locations = locations;
  }

  async list(accountId: number, { limit, offset }: Page) {
    const own = this.#of(accountId).toSorted(
      (one, other) => (one.title < other.title ? -1 : 1) || one.id - other.id,
    );
    return { count: own.length, rules: own.slice(offset, offset + limit).map(shown) };
  }

  async find(accountId: number, id: number): Promise<StoredSigmaRule | undefined> {
    const found = this.#of(accountId).find((one) => one.id === id);
    return found && shown(found);
  }

  async put(accountId: number, rules: readonly NewSigmaRule[], bounds: SigmaRuleBounds) {
    const ids = new Set(rules.map(({ ruleId }) => ruleId));
    const others = this.#of(accountId).filter(({ ruleId }) => !ids.has(ruleId));
    return passed(others, rules, bounds) ?? rules.map((rule) => shown(this.#put(accountId, rule)));
  }

  /** A rule as people write them. */
  async addSample(accountId: number): Promise<StoredSigmaRule> {
    const [rule] = prepareRules(sampleSigmaRule);
    return shown(this.#put(accountId, rule!));
  }

  async replace(accountId: number, id: number, rule: NewSigmaRule, bounds: SigmaRuleBounds) {
    const own = this.#of(accountId);
    const others = own.filter((one) => one.id !== id);
    const over = passed(others, [rule], bounds);
    if (over !== undefined) return over;
    const before = own.find((one) => one.id === id);
    if (before === undefined || others.some(({ ruleId }) => ruleId === rule.ruleId)) return undefined;
    return shown(this.#store({ ...before, ...rule, updatedAt: new Date() }));
  }

  async remove(accountId: number, id: number): Promise<boolean> {
    const kept = this.#all.filter((one) => one.accountId !== accountId || one.id !== id);
    const isRemoved = kept.length < this.#all.length;
    this.#all = kept;
    this.#changes++;
    return isRemoved;
  }

  async versions() {
    const accounts = [...new Set(this.#all.map(({ accountId }) => accountId))];
    return accounts.map((accountId) => ({
      accountId,
      version: String(this.#changes),
      locationIds: this.#locations.idsOf(accountId),
    }));
  }

  async inForce(accountId: number) {
    return this.#of(accountId)
      .filter(({ problem }) => problem === null)
      .map(({ id, text }) => ({ id, text }));
  }

  #of(accountId: number): Owned[] {
    return this.#all.filter((one) => one.accountId === accountId);
  }

  #put(accountId: number, rule: NewSigmaRule): Owned {
    const known = this.#of(accountId).find(({ ruleId }) => ruleId === rule.ruleId);
    const now = new Date();
    const fresh = { accountId, id: ++this.#lastId, matches: 0, lastMatchedAt: null, createdAt: now };
    return this.#store({ ...(known ?? fresh), ...rule, updatedAt: now });
  }

  #store(rule: Owned): Owned {
    this.#all = [...this.#all.filter(({ id }) => id !== rule.id), rule].sort(
      (one, other) => one.id - other.id,
    );
    this.#changes++;
    return rule;
  }
}

function shown({ accountId: _accountId, ...rule }: Owned): StoredSigmaRule {
  return rule;
}

function passed(
  others: readonly NewSigmaRule[],
  rules: readonly NewSigmaRule[],
  bounds: SigmaRuleBounds,
): keyof SigmaRuleBounds | undefined {
  const all = [...others, ...rules];
  if (all.length > bounds.rules) return 'rules';
  if (all.reduce((sum, { text }) => sum + text.length, 0) > bounds.characters) return 'characters';
  const always = all.filter(({ triedAlways }) => triedAlways).length;
  return rules.some(({ triedAlways }) => triedAlways) && always > bounds.triedAlways
    ? 'triedAlways'
    : undefined;
}
