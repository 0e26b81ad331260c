import { createHash } from 'node:crypto';
import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import type {
  PolicyDifference,
  PolicyRuleStore,
  PolicyState,
  PolicyVersion,
  RuleContent,
  StoredRule,
} from '../../../../collector/ports/resolvers/policy-rules.ts';
import type { Page } from '../../../../collector/ports/system/page.ts';

type Kept = StoredRule & { readonly deleted: boolean };

/** Policy rules in memory, with the behaviour that the port promises. */
export class FakePolicyRules implements PolicyRuleStore {
  readonly #rules = new Map<number, Kept>();
  readonly #states = new Map<number, PolicyState>();
  readonly #versions = new Map<number, PolicyState[]>();
  /** All that rules ever were, the oldest first. */
  readonly #history: Kept[] = [];

  async state(accountId: number): Promise<PolicyState> {
    return this.#states.get(accountId) ?? { version: 1, changedAt: new Date(0) };
  }

  async list(accountId: number, resolverId: number | undefined, page: Page) {
    const own = [...this.#rules.values()].filter(
      (rule) =>
        rule.accountId === accountId &&
        !rule.deleted &&
        (resolverId === undefined || rule.resolverId === null || rule.resolverId === resolverId),
    );
    return { count: own.length, rules: own.slice(page.offset, page.offset + page.limit) };
  }

  async create(rule: {
    accountId: number;
    resolverId: number | null;
    content: RuleContent;
    note: string | null;
  }): Promise<StoredRule> {
    const id = this.#rules.size + 1;
    const { version, changedAt } = await this.#advance(rule.accountId);
    const stored = { ...rule, id, version, createdAt: changedAt, updatedAt: changedAt, deleted: false };
    this.#keep(stored);
    return stored;
  }

  async update(accountId: number, id: number, change: { content: RuleContent; note: string | null }) {
    return this.#change(accountId, id, change);
  }

  async delete(accountId: number, id: number): Promise<boolean> {
    return (await this.#change(accountId, id, { deleted: true })) !== undefined;
  }

  async rules(accountId: number, resolverId: number) {
    const { rules } = await this.list(accountId, resolverId, { limit: 1_000_000, offset: 0 });
    return {
      ...(await this.state(accountId)),
      rules: rules.filter((rule) => reached(rule, resolverId)).map(toPolicyRule),
    };
  }

  async changes(accountId: number, resolverId: number, since: number) {
    const state = await this.state(accountId);
    if (since >= state.version) return undefined;
    const changed = [...this.#rules.values()].filter(
      (rule) =>
        rule.accountId === accountId &&
        (rule.resolverId === null || rule.resolverId === resolverId) &&
        rule.version > since,
    );
    const isGone = (rule: Kept) => rule.deleted || !reached(rule, resolverId);
    return {
      ...state,
      put: changed.filter((rule) => !isGone(rule)).map(toPolicyRule),
      removed: changed.filter(isGone).map(({ id }) => String(id)),
    };
  }

  async versions(accountId: number, limit: number): Promise<PolicyVersion[]> {
    const own = this.#history.filter((rule) => rule.accountId === accountId);
    const versions = [...new Set(own.map(({ version }) => version))].sort((left, right) => right - left);
    return versions.slice(0, limit).map((version) => {
      const changed = own.filter((rule) => rule.version === version);
      const rulesDeleted = changed.filter(({ deleted }) => deleted).length;
      return {
        version,
        changedAt: changed[0]!.updatedAt,
        rulesPut: changed.length - rulesDeleted,
        rulesDeleted,
      };
    });
  }

  /** The first version after that one. */
  firstAfter(accountId: number, version: number): PolicyState | undefined {
    return this.#versions.get(accountId)?.find((state) => state.version > version);
  }

  async difference(
    accountId: number,
    { from, to }: { from: number; to: number },
    limit: number,
  ): Promise<PolicyDifference | undefined> {
    const { version } = await this.state(accountId);
    if (Math.min(from, to) < 1 || Math.max(from, to) > version) return undefined;
    const [before, after] = [this.#rulesIn(accountId, from), this.#rulesIn(accountId, to)];
    const ids = [...new Set([...before.keys(), ...after.keys()])].sort((left, right) => left - right);
    const rules = ids
      .map((id) => ({ before: before.get(id) ?? null, after: after.get(id) ?? null }))
      .filter(({ before, after }) => saidBy(before) !== saidBy(after));
    return {
      added: rules.filter(({ before }) => before === null).length,
      removed: rules.filter(({ after }) => after === null).length,
      changed: rules.filter(({ before, after }) => before !== null && after !== null).length,
      rules: rules.slice(0, limit),
      feedRulesAdded: 0,
      feedRulesRemoved: 0,
    };
  }

  #rulesIn(accountId: number, version: number): Map<number, StoredRule> {
    const rules = new Map<number, StoredRule>();
    for (const { deleted, ...rule } of this.#history) {
      if (rule.accountId !== accountId || rule.version > version) continue;
      if (deleted) rules.delete(rule.id);
      else rules.set(rule.id, rule);
    }
    return rules;
  }

  async rollBack(accountId: number, version: number) {
    const state = await this.state(accountId);
    if (version < 1 || version > state.version) return undefined;
    const then = new Map<number, Kept>();
    for (const rule of this.#history) if (rule.version <= version) then.set(rule.id, rule);
    const different = [...this.#rules.values()].filter((rule) => {
      const target = then.get(rule.id);
      if (rule.accountId !== accountId) return false;
      if (target === undefined || target.deleted) return !rule.deleted;
      return rule.deleted || JSON.stringify(target.content) !== JSON.stringify(rule.content);
    });
    if (different.length === 0) return { ...state, rulesChanged: 0 };
    const next = await this.#advance(accountId);
    for (const rule of different) {
      const target = then.get(rule.id) ?? { ...rule, deleted: true };
      this.#keep({ ...target, version: next.version, updatedAt: next.changedAt });
    }
    return { ...next, rulesChanged: different.length };
  }

  #keep(rule: Kept): void {
    this.#rules.set(rule.id, rule);
    this.#history.push(rule);
  }

  async #change(accountId: number, id: number, change: Partial<Kept>): Promise<StoredRule | undefined> {
    const rule = this.#rules.get(id);
    if (rule === undefined || rule.accountId !== accountId || rule.deleted) return undefined;
    const { version, changedAt } = await this.#advance(accountId);
    const changed = { ...rule, ...change, version, updatedAt: changedAt };
    this.#keep(changed);
    return changed;
  }

  /** Makes the next version, and reads the clock once for all that belongs to it, as a transaction does. */
  async #advance(accountId: number): Promise<PolicyState> {
    const version = (await this.state(accountId)).version + 1;
    const state = { version, changedAt: new Date() };
    this.#states.set(accountId, state);
    this.#versions.set(accountId, [...(this.#versions.get(accountId) ?? []), state]);
    return state;
  }
}

function saidBy(rule: StoredRule | null): string {
  return JSON.stringify(rule && [rule.content, rule.note]);
}

/** As the database decides it. */
function reached({ id, content }: StoredRule, resolverId: number): boolean {
  const { rollout_percent: percent = 100 } = content;
  const digest = createHash('md5').update(`${id}/${resolverId}`).digest('hex');
  return Number.parseInt(digest.slice(0, 7), 16) % 100 < percent;
}

function toPolicyRule({ id, content: { rollout_percent: _rollout, ...rule } }: StoredRule): PolicyRule {
  return { id: String(id), ...rule };
}
