import type { Account, AccountStore, Tier } from '../../../collector/ports/accounts.ts';

/** Accounts in memory, with the behaviour that the port promises. */
export class FakeAccounts implements AccountStore {
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

  add(account: { email: string; tier: Tier; administrator?: boolean }): Account {
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
}
