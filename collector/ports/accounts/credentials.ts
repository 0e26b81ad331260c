import type { Account } from './accounts.ts';

/** What a login is checked against. */
export interface Credentials {
  readonly account: Account;
  /** As the hashing function wrote it, its parameters included; null where the account has no password. */
  readonly passwordHash: string | null;
}

/** Registration and passwords. Hashes come in ready: no password in clear reaches a store. */
export interface CredentialStore {
  /** Undefined where the e-mail address, in any case, has an account already, also where both register at once. */
  register(account: {
    email: string;
    firstName: string | null;
    lastName: string | null;
    passwordHash: string;
  }): Promise<Account | undefined>;
  find(email: string): Promise<Credentials | undefined>;
  /** Sets the password and voids all tokens issued before. False where there is no such account. */
  setPassword(accountId: number, passwordHash: string): Promise<boolean>;
  /** Voids all tokens issued before now, as a logout everywhere. */
  voidTokens(accountId: number): Promise<void>;
  /**
   * Who a token is for and since when tokens count, null for always: one issued before that is void, as is one for an
   * account that is gone. Undefined where there is no such account.
   */
  tokenHolder(accountId: number): Promise<{ account: Account; validAfter: Date | null } | undefined>;
}
