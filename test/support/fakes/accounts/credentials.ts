import type { CredentialStore, Credentials } from '../../../../collector/ports/accounts/credentials.ts';
import type { FakeAccounts } from './accounts.ts';

/** Passwords of accounts in memory. */
export class FakeCredentials implements CredentialStore {
  readonly #accounts: FakeAccounts;
  readonly #hashes = new Map<number, string>();
  readonly #validAfter = new Map<number, Date>();

  constructor(accounts: FakeAccounts) {
    this.#accounts = accounts;
  }

  async register(account: Parameters<CredentialStore['register']>[0]) {
    const { email, firstName, lastName, passwordHash } = account;
    if ((await this.#accounts.findByEmail(email.toLowerCase())) !== undefined) return undefined;
    const added = this.#accounts.add({ email: email.toLowerCase(), tier: 'free', firstName, lastName });
    this.#hashes.set(added.id, passwordHash);
    return added;
  }

  async find(email: string): Promise<Credentials | undefined> {
    const account = await this.#accounts.findByEmail(email.toLowerCase());
    return account && { account, passwordHash: this.#hashes.get(account.id) ?? null };
  }

  async setPassword(accountId: number, passwordHash: string) {
    this.#hashes.set(accountId, passwordHash);
    await this.voidTokens(accountId);
    return (await this.#accounts.find(accountId)) !== undefined;
  }

  async voidTokens(accountId: number) {
    this.#validAfter.set(accountId, new Date());
  }

  async tokenHolder(accountId: number) {
    const account = await this.#accounts.find(accountId);
    return account && { account, validAfter: this.#validAfter.get(accountId) ?? null };
  }
}
