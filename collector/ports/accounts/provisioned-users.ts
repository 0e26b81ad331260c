import type { Page } from '../system/page.ts';
import type { SsoUser } from './single-sign-on.ts';

/** Provisioned facts state what a provider says of somebody. */
export interface ProvisionedFacts {
  readonly userName: string;
  readonly externalId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly active: boolean;
}

/** A user filter finds users by one of these members. */
export interface UserFilter {
  readonly id?: number;
  /** In any case. */
  readonly userName?: string;
  readonly externalId?: string;
}

/** The store keeps the people whom an account's provider knows. People who are members otherwise are not among them. */
export interface ProvisionedUserStore {
  /** By their ids. */
  list(accountId: number, filter: UserFilter, page: Page): Promise<{ count: number; users: SsoUser[] }>;
  find(accountId: number, id: number): Promise<SsoUser | undefined>;
  /** `taken` if the account knows the name already; `full` if it knows `most`. */
  create(accountId: number, facts: ProvisionedFacts, most: number): Promise<SsoUser | 'taken' | 'full'>;
  /** Undefined if the account knows none such. */
  change(accountId: number, id: number, facts: ProvisionedFacts): Promise<SsoUser | 'taken' | undefined>;
  remove(accountId: number, id: number): Promise<boolean>;
}
