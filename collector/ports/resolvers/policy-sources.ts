import type { RuleAction } from '@sonde/shared/policy/rule.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';

/** The content of a policy source states which indicators become rules. */
export interface PolicySourceContent {
  /** The sources of indicators that are taken. */
  readonly sources: readonly string[];
  /** 0 to 100: sources that are trusted less are left out. */
  readonly minConfidence: number;
  readonly minSeverity: Severity;
  readonly action: RuleAction;
}

/** A policy source names indicators that an account takes as rules. */
export interface PolicySource extends PolicySourceContent {
  readonly id: number;
  readonly accountId: number;
  /** The only resolver that the rules are for; null for all of the account. */
  readonly resolverId: number | null;
  /** Rules that came of it so far. */
  readonly rules: number;
  /** When its rules were last brought up to the indicators. */
  readonly refreshedAt: Date | null;
  readonly createdAt: Date;
}

export interface PolicySourceStore {
  create(
    source: PolicySourceContent & { accountId: number; resolverId: number | null },
  ): Promise<PolicySource>;
  list(accountId: number): Promise<PolicySource[]>;
  /** Takes its rules away too. False if the account has no such source. */
  delete(accountId: number, id: number): Promise<boolean>;
  /**
   * Brings the rules of all sources up to the indicators as they are, each account's as one version. Answers the accounts
   * whose policy has changed. If the indicators are those of the last time, and no source is new, nothing is done.
   */
  refresh(): Promise<number[]>;
}
