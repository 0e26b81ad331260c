import type { AccountAdministration } from '../../../../collector/ports/accounts/account-administration.ts';
import type { Account, AccountStore, Tier } from '../../../../collector/ports/accounts/accounts.ts';

/** Accounts in memory, with the behaviour that the port promises. */
export class FakeAccounts implements AccountStore, AccountAdministration {
  readonly #accounts = new Map<number, Account>();

  async find(id: number): Promise<Account | undefined> {
    return this.#accounts.get(id);
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    return [...this.#accounts.values()].find((account) => account.email === email);
  }

  async ensureAdministrator(email: string): Promise<Account> {
    const known = [...this.#accounts.values()].find((account) => account.administrator);
    return known ?? this.add({ email, tier: 'enterprise', administrator: true });
  }

  add(account: {
    email: string;
    tier: Tier;
    administrator?: boolean;
    firstName?: string | null;
    lastName?: string | null;
  }): Account {
    const id = this.#accounts.size + 1;
    const added = {
      id,
      firstName: null,
      lastName: null,
      administrator: false,
      createdAt: new Date(),
      ...account,
    };
    this.#accounts.set(id, added);
    return added;
  }

  async list(page: { limit: number; offset: number }) {
    const accounts = [...this.#accounts.values()].slice(page.offset, page.offset + page.limit);
    return { count: this.#accounts.size, accounts };
  }

  async setTier(accountId: number, tier: Tier) {
    return this.change(accountId, { tier });
  }

  async setAdministrator(accountId: number, administrator: boolean) {
    return this.change(accountId, { administrator });
  }

  async delete(accountId: number) {
    const administrators = [...this.#accounts.values()].filter(({ administrator }) => administrator);
    if (administrators.length === 1 && administrators[0]!.id === accountId)
      return 'last_administrator' as const;
    return this.#accounts.delete(accountId) ? ('deleted' as const) : undefined;
  }

  async forgottenLocations(): Promise<readonly number[]> {
    return [];
  }

  change(accountId: number, change: Partial<Account>): Account | undefined {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return undefined;
    const changed = { ...account, ...change };
    this.#accounts.set(accountId, changed);
    return changed;
  }
}
