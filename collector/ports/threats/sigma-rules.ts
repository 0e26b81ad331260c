import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';

/** The problem of a rule that cannot be followed; line and column from 1. */
export interface SigmaRuleProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The field that no row has. */
  readonly field: string | null;
}

/** A new Sigma rule is a rule as an account gives it, with what was read of it. */
export interface NewSigmaRule {
  /** As the rule names itself: the same one again replaces it. */
  readonly ruleId: string;
  readonly title: string;
  readonly severity: Severity;
  readonly techniques: readonly string[];
  readonly text: string;
  /** Null for a rule in force. */
  readonly problem: SigmaRuleProblem | null;
  /** Nothing tells beforehand which rows it may match. */
  readonly triedAlways: boolean;
}

export interface StoredSigmaRule extends NewSigmaRule {
  readonly id: number;
  /** Queries that it matched and that were not excluded. */
  readonly matches: number;
  readonly lastMatchedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Bounds of what one account may have. */
export interface SigmaRuleBounds {
  readonly rules: number;
  /** Characters of all its rules together. */
  readonly characters: number;
  readonly triedAlways: number;
}

/** The rules of an account in force, by their version: another one after any change. */
export interface SigmaRulesVersion {
  readonly accountId: number;
  readonly version: string;
  readonly locationIds: readonly number[];
}

export interface SigmaRuleStore {
  list(
    accountId: number,
    page: Page,
  ): Promise<{ readonly count: number; readonly rules: readonly StoredSigmaRule[] }>;
  find(accountId: number, id: number): Promise<StoredSigmaRule | undefined>;
  /** Adds rules, and replaces those of the same `ruleId`: all or, with the bound that would be passed, none. */
  put(
    accountId: number,
    rules: readonly NewSigmaRule[],
    bounds: SigmaRuleBounds,
  ): Promise<readonly StoredSigmaRule[] | keyof SigmaRuleBounds>;
  /** Replaces a rule by another one; undefined if the account has none of that number, or its other rules have the new one's `ruleId`. */
  replace(
    accountId: number,
    id: number,
    rule: NewSigmaRule,
    bounds: SigmaRuleBounds,
  ): Promise<StoredSigmaRule | keyof SigmaRuleBounds | undefined>;
  /** False if the account has no such one. */
  remove(accountId: number, id: number): Promise<boolean>;
  /** Lists the versions of all accounts that have rules in force. */
  versions(): Promise<readonly SigmaRulesVersion[]>;
  /** Gives the texts of an account's rules in force, by their numbers. */
  inForce(accountId: number): Promise<readonly { readonly id: number; readonly text: string }[]>;
}
