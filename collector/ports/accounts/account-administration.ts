import type { Page } from '../system/page.ts';
import type { Account, Tier } from './accounts.ts';

/** Account administration has the actions of administrators on accounts. */
export interface AccountAdministration {
  list(page: Page): Promise<{ count: number; accounts: Account[] }>;
  /** Undefined if there is no such account. */
  setTier(accountId: number, tier: Tier): Promise<Account | undefined>;
  /** Undefined if there is no such account, and if it is the last administrator's own right that would go. */
  setAdministrator(accountId: number, administrator: boolean): Promise<Account | undefined>;
}
