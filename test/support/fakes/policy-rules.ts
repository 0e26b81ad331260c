import type {
  PolicyRuleStore,
  PolicyState,
  RuleContent,
  StoredRule,
} from '../../../collector/ports/resolvers/policy-rules.ts';
import type { Page } from '../../../collector/ports/system/page.ts';

type Kept = StoredRule & { readonly deleted: boolean };

/** Policy rules in memory, with the behaviour that the port promises. */
export class FakePolicyRules implements PolicyRuleStore {
  readonly #rules = new Map<number, Kept>();
  readonly #states = new Map<number, PolicyState>();

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
    const version = await this.#advance(rule.accountId);
    const now = new Date();
    const stored = { ...rule, id, version, createdAt: now, updatedAt: now, deleted: false };
    this.#rules.set(id, stored);
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
      rules: rules.map(({ id, content }) => ({ id: String(id), ...content })),
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
    const put = changed.filter(({ deleted }) => !deleted);
    return {
      ...state,
      put: put.map(({ id, content }) => ({ id: String(id), ...content })),
      removed: changed.filter(({ deleted }) => deleted).map(({ id }) => String(id)),
    };
  }

  async #change(accountId: number, id: number, change: Partial<Kept>): Promise<StoredRule | undefined> {
    const rule = this.#rules.get(id);
    if (rule === undefined || rule.accountId !== accountId || rule.deleted) return undefined;
    const version = await this.#advance(accountId);
    const changed = { ...rule, ...change, version, updatedAt: new Date() };
    this.#rules.set(id, changed);
    return changed;
  }

  async #advance(accountId: number): Promise<number> {
    const version = (await this.state(accountId)).version + 1;
    this.#states.set(accountId, { version, changedAt: new Date() });
    return version;
  }
}
