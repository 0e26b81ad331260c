import type { Page } from '../system/page.ts';
import type { Account, Tier } from './accounts.ts';

/** Account administration has the actions of administrators on accounts. */
export interface AccountAdministration {
  list(page: Page): Promise<{ count: number; accounts: Account[] }>;
  /** Undefined if there is no such account. */
  setTier(accountId: number, tier: Tier): Promise<Account | undefined>;
  /** Undefined if there is no such account, and if it is the last administrator's own right that would go. */
  setAdministrator(accountId: number, administrator: boolean): Promise<Account | undefined>;
  /**
   * Deletes an account with all that belongs to it, its keys and sessions, and the people who are in no other. Entries of the audit
   * log stay until their time. Undefined if there is no such account.
   */
  delete(accountId: number): Promise<'deleted' | 'last_administrator' | undefined>;
  /** Lists the locations of deleted accounts, whose rows are to go. */
  forgottenLocations(): Promise<readonly number[]>;
}
