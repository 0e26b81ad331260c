import type { PolicyRule } from '@sonde/shared/policy/rule.ts';
import type { Page } from '../system/page.ts';

/** A rule's content has all that the rule says; its id comes with storing it. */
export type RuleContent = Omit<PolicyRule, 'id'> & {
  /** 1 to 100: the share of resolvers that the rule has come to; all if absent. */
  readonly rollout_percent?: number;
};

export interface StoredRule {
  readonly id: number;
  readonly accountId: number;
  /** The only resolver that it is for; null for all of the account. */
  readonly resolverId: number | null;
  readonly content: RuleContent;
  readonly note: string | null;
  /** The version of the policy that it was made or changed in last. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * The policy's state tells which policy of an account is in force, and since when. Versions begin at 1 and each change
 * takes the next.
 */
export interface PolicyState {
  readonly version: number;
  readonly changedAt: Date;
}

/** A policy version states what it changed. */
export interface PolicyVersion {
  readonly version: number;
  readonly changedAt: Date;
  /** Rules that were made, changed, and deleted in it. */
  readonly rulesPut: number;
  readonly rulesDeleted: number;
}

/** A rule difference states what became of a rule between two versions; null where the policy did not have it. */
export interface RuleDifference {
  readonly before: StoredRule | null;
  readonly after: StoredRule | null;
}

/** A policy difference states what two versions of a policy do not have in common. */
export interface PolicyDifference {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The account's own rules, by their numbers; the first ones if there are too many. */
  readonly rules: readonly RuleDifference[];
  /** Rules out of feeds, which are counted alone. */
  readonly feedRulesAdded: number;
  readonly feedRulesRemoved: number;
}

export interface PolicyRuleStore {
  state(accountId: number): Promise<PolicyState>;
  list(
    accountId: number,
    resolverId: number | undefined,
    page: Page,
  ): Promise<{ count: number; rules: StoredRule[] }>;
  create(rule: {
    accountId: number;
    resolverId: number | null;
    content: RuleContent;
    note: string | null;
  }): Promise<StoredRule>;
  /** Undefined if the account has no such rule. */
  update(
    accountId: number,
    id: number,
    change: { content: RuleContent; note: string | null },
  ): Promise<StoredRule | undefined>;
  delete(accountId: number, id: number): Promise<boolean>;
  /** The last versions that changed rules of the account itself, the newest first. */
  versions(accountId: number, limit: number): Promise<PolicyVersion[]>;
  /** Compares two versions; undefined if one of them is not known any more or not yet. */
  difference(
    accountId: number,
    versions: { readonly from: number; readonly to: number },
    limit: number,
  ): Promise<PolicyDifference | undefined>;
  /**
   * Puts the account's own rules back as they were in a version, as a new version; rules out of feeds stay. Undefined if
   * that version is not known any more or not yet. If nothing differs the version in force is answered.
   */
  rollBack(accountId: number, version: number): Promise<(PolicyState & { rulesChanged: number }) | undefined>;
  /** All rules for a resolver, with the version that they are. */
  rules(accountId: number, resolverId: number): Promise<PolicyState & { rules: PolicyRule[] }>;
  /** Lists what is new after a version; undefined if that is not known any more, or if nothing is new. */
  changes(
    accountId: number,
    resolverId: number,
    since: number,
  ): Promise<(PolicyState & { put: PolicyRule[]; removed: string[] }) | undefined>;
}
