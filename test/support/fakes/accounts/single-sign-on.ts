import type {
  ProvisionedFacts,
  ProvisionedUserStore,
} from '../../../../collector/ports/accounts/provisioned-users.ts';
import type {
  Identity,
  Newcomer,
  SingleSignOnStore,
  SsoProvider,
  SsoUser,
} from '../../../../collector/ports/accounts/single-sign-on.ts';
import type { OpenIdClient } from '../../../../collector/ports/system/open-id.ts';
import type { FakeAccounts } from './accounts.ts';
import type { FakePeople } from './people.ts';

interface KnownUser extends SsoUser {
  readonly issuer: string | null;
  readonly provisioned: boolean;
}

/** Providers and whom they know, in memory. */
export class FakeSingleSignOn implements SingleSignOnStore {
  readonly #people: FakePeople;
  readonly #accounts: FakeAccounts;
  readonly #providers = new Map<number, SsoProvider>();
  #users: KnownUser[] = [];
  #lastId = 0;
  #sessions: { sessionId: number; userId: number; sid: string | null }[] = [];

  constructor(people: FakePeople, accounts: FakeAccounts) {
    this.#people = people;
    this.#accounts = accounts;
  }

  async find(accountId: number) {
    return this.#providers.get(accountId);
  }

  async findByHandle(handle: string) {
    return [...this.#providers.values()].find(({ settings }) => settings.handle === handle);
  }

  async listOffered() {
    return [...this.#providers.values()]
      .filter(({ administrator, settings }) => administrator && settings.enabled)
      .sort((one, other) => (one.settings.name < other.settings.name ? -1 : 1));
  }

  async save(wanted: Parameters<SingleSignOnStore['save']>[0]) {
    const other = await this.findByHandle(wanted.settings.handle);
    if (other !== undefined && other.accountId !== wanted.accountId) return 'taken';
    const administrator = (await this.#accounts.find(wanted.accountId))?.administrator === true;
    const provider = { ...wanted, administrator, changedAt: new Date() };
    this.#providers.set(wanted.accountId, provider);
    return provider;
  }

  async remove(accountId: number) {
    for (const user of this.#users.filter((one) => one.accountId === accountId)) {
      await this.#end((one) => one.userId === user.id);
    }
    return this.#providers.delete(accountId);
  }

  async removeFromSettings() {
    for (const { accountId, source } of this.#providers.values()) {
      if (source === 'settings') this.#providers.delete(accountId);
    }
  }

  async findUser({ accountId, issuer, subject }: Identity) {
    return this.#users.find(
      (one) => one.accountId === accountId && one.issuer === issuer && one.subject === subject,
    );
  }

  async adoptUser({ accountId, issuer, subject }: Identity, { email }: { email: string | null }) {
    const free = this.#users.filter(
      (one) => one.accountId === accountId && one.provisioned && one.subject === null,
    );
    const found =
      free.find(({ externalId }) => externalId === subject) ??
      free.find(({ userName }) => userName.toLowerCase() === email?.toLowerCase());
    return found && this.#change(found.id, { issuer, subject });
  }

  async admit(newcomer: Newcomer, most: number): ReturnType<SingleSignOnStore['admit']> {
    const { accountId, email, role, tier, firstName, lastName } = newcomer;
    const before = await this.findUser(newcomer);
    if (before?.active === false) return 'inactive';
    const { credentials, store } = this.#people;
    if (before !== undefined && before.personId !== null) {
      return (await credentials.findMember(accountId, before.personId)) ?? 'inactive';
    }
    if (role !== null && (await store.list(accountId)).length >= most) return 'full';
    if ((await this.#accounts.findByEmail(email)) !== undefined) return 'taken';
    if ((await credentials.find(email)) !== undefined) return 'taken';
    const account = role === null ? this.#accounts.add({ email, tier, firstName, lastName }) : undefined;
    const person = this.#people.add(account?.id ?? accountId, email, role ?? 'owner');
    await this.link(newcomer, person.id);
    return (await credentials.findMember(account?.id ?? accountId, person.id))!;
  }

  async link({ accountId, issuer, subject }: Identity, personId: number): Promise<SsoUser | 'taken'> {
    const known = await this.findUser({ accountId, issuer, subject });
    if (known !== undefined) {
      if (known.personId !== null && known.personId !== personId) return 'taken';
      return this.#change(known.id, { personId });
    }
    return this.#add({
      accountId,
      issuer,
      subject,
      userName: this.#people.people.get(personId)!.email,
      externalId: null,
      firstName: null,
      lastName: null,
      active: true,
      provisioned: false,
      personId,
    });
  }

  async identitiesOf(personId: number) {
    return this.#users.flatMap((user) => {
      const provider = this.#providers.get(user.accountId);
      const isIts = user.personId === personId && provider?.settings.issuer === user.issuer;
      return isIts ? [{ provider: provider!, user }] : [];
    });
  }

  async unlink(personId: number, userId: number) {
    const user = this.#users.find((one) => one.id === userId && one.personId === personId);
    if (user === undefined) return false;
    this.#change(userId, { personId: null });
    return true;
  }

  async noteSession(sessionId: number, userId: number, sid: string | null) {
    this.#sessions.push({ sessionId, userId, sid });
  }

  async endSessions(
    { accountId, issuer }: { accountId: number; issuer: string },
    { subject, sid }: { subject: string | null; sid: string | null },
  ) {
    return this.#end((session) => {
      const user = this.#users.find(({ id }) => id === session.userId);
      if (user?.accountId !== accountId || user.issuer !== issuer) return false;
      return (subject ?? user.subject) === user.subject && (sid ?? session.sid) === session.sid;
    });
  }

  readonly provisioned: ProvisionedUserStore = {
    list: async (accountId, { id, userName, externalId }, { limit, offset }) => {
      const users = this.#users.filter(
        (one) =>
          one.accountId === accountId &&
          (id ?? one.id) === one.id &&
          (userName ?? one.userName).toLowerCase() === one.userName.toLowerCase() &&
          (externalId ?? one.externalId) === one.externalId,
      );
      return { count: users.length, users: users.slice(offset, offset + limit) };
    },
    find: async (accountId, id) => this.#users.find((one) => one.accountId === accountId && one.id === id),
    create: async (accountId, facts, most) => {
      if (this.#isTaken(accountId, facts.userName, 0)) return 'taken';
      if (this.#users.filter((one) => one.accountId === accountId).length >= most) return 'full';
      return this.#add({
        accountId,
        ...facts,
        issuer: null,
        subject: null,
        provisioned: true,
        personId: null,
      });
    },
    change: async (accountId, id, facts: ProvisionedFacts) => {
      if (this.#isTaken(accountId, facts.userName, id)) return 'taken';
      const user = this.#users.find((one) => one.accountId === accountId && one.id === id);
      return user && this.#change(id, facts);
    },
    remove: async (accountId, id) => {
      const before = this.#users.length;
      this.#users = this.#users.filter((one) => one.accountId !== accountId || one.id !== id);
      return this.#users.length < before;
    },
  };

  #isTaken(accountId: number, userName: string, but: number): boolean {
    return this.#users.some(
      (one) =>
        one.accountId === accountId &&
        one.id !== but &&
        one.userName.toLowerCase() === userName.toLowerCase(),
    );
  }

  #add(user: Omit<KnownUser, 'id' | 'createdAt' | 'changedAt'>): KnownUser {
    const at = new Date();
    const added = { ...user, id: ++this.#lastId, createdAt: at, changedAt: at };
    this.#users.push(added);
    return added;
  }

  #change(id: number, change: Partial<KnownUser>): KnownUser {
    this.#users = this.#users.map((one) => (one.id === id ? { ...one, ...change } : one));
    return this.#users.find((one) => one.id === id)!;
  }

  async #end(isOver: (session: { userId: number; sid: string | null }) => boolean): Promise<number> {
    const over = this.#sessions.filter(isOver);
    this.#sessions = this.#sessions.filter((one) => !isOver(one));
    for (const { sessionId, userId } of over) {
      const { accountId, personId } = this.#users.find(({ id }) => id === userId)!;
      await this.#people.sessions.end(accountId, personId, sessionId);
    }
    return over.length;
  }
}

/** A provider that believes everybody: the code is who he is. */
export class FakeOpenId implements OpenIdClient {
  async discover() {
    return { signsOut: true };
  }

  async signInUrl({ issuer }: { issuer: string }) {
    return `${issuer}/authorize`;
  }

  async verify({ issuer }: { issuer: string }, _request: unknown, answer: string) {
    const subject = new URLSearchParams(answer).get('code') ?? '';
    const email = `${subject}@example.com`;
    return { issuer, subject, sid: null, email, authenticatedAt: Date.now(), claims: {} };
  }

  async verifyLogout(_provider: unknown, token: string) {
    return { id: token, subject: token, sid: null, expiresAt: Date.now() + 60_000 };
  }
}
