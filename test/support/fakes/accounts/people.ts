import type { CredentialStore, Membership } from '../../../../collector/ports/accounts/credentials.ts';
import type { Member, MemberStore } from '../../../../collector/ports/accounts/members.ts';
import type { Person, Role } from '../../../../collector/ports/accounts/people.ts';
import type { Session, SessionBounds, SessionStore } from '../../../../collector/ports/accounts/sessions.ts';
import type { SetupLinkStore } from '../../../../collector/ports/accounts/setup-links.ts';
import type { FakeAccounts } from './accounts.ts';

interface KnownPerson extends Person {
  passwordHash: string | null;
  tokenGeneration: number;
}

interface KnownSession extends Session {
  readonly hash: Buffer;
  readonly personId: number;
  readonly accountId: number;
}

/** People, their memberships, passwords, sessions and setup links in memory. */
export class FakePeople {
  readonly #accounts: FakeAccounts;
  readonly people = new Map<number, KnownPerson>();
  #memberships: { accountId: number; personId: number; role: Role; since: Date }[] = [];
  #sessions: KnownSession[] = [];
  #links: { hash: Buffer; personId: number; expiresAt: Date }[] = [];
  #lastSession = 0;
  #lastPerson = 0;

  constructor(accounts: FakeAccounts) {
    this.#accounts = accounts;
  }

  /** A member of an account, who has no password yet. */
  add(accountId: number, email: string, role: Role): Person {
    const id = ++this.#lastPerson;
    const person = { id, email, firstName: null, lastName: null, passwordHash: null, tokenGeneration: 0 };
    this.people.set(id, person);
    this.#memberships.push({ accountId, personId: id, role, since: new Date() });
    return person;
  }

  readonly credentials: CredentialStore = {
    register: async ({ email, firstName, lastName, passwordHash }) => {
      const address = email.toLowerCase();
      if ((await this.#accounts.findByEmail(address)) !== undefined) return undefined;
      if (this.#personOf(address) !== undefined) return undefined;
      const account = this.#accounts.add({ email: address, tier: 'free', firstName, lastName });
      const person = this.add(account.id, address, 'owner');
      Object.assign(person, { firstName, lastName, passwordHash });
      return this.#membership(account.id, person.id);
    },
    find: async (email) => {
      const person = this.#personOf(email.toLowerCase());
      const member = this.#memberships.find(({ personId }) => personId === person?.id);
      return member && this.#known(member.accountId, member.personId);
    },
    findPerson: async (personId) => {
      const member = this.#memberships.find((one) => one.personId === personId);
      return member && this.#membership(member.accountId, personId);
    },
    findMember: async (accountId, personId) => {
      const member = this.#memberships.find(
        (one) =>
          one.accountId === accountId &&
          (personId === null ? one.role === 'owner' : one.personId === personId),
      );
      return member && this.#known(accountId, member.personId);
    },
    setPassword: async (personId, passwordHash, except) => {
      const person = this.people.get(personId);
      if (person === undefined) return false;
      person.passwordHash = passwordHash;
      person.tokenGeneration++;
      this.#sessions = this.#sessions.filter((one) => one.personId !== personId || one.id === except);
      this.#links = this.#links.filter((one) => one.personId !== personId);
      return true;
    },
    renewHash: async (personId, before, passwordHash) => {
      const person = this.people.get(personId);
      if (person?.passwordHash === before) person.passwordHash = passwordHash;
    },
    signOutEverywhere: async (accountId, personId) => {
      for (const member of this.#memberships) {
        if (member.accountId !== accountId || (personId ?? member.personId) !== member.personId) continue;
        this.people.get(member.personId)!.tokenGeneration++;
        this.#sessions = this.#sessions.filter((one) => one.personId !== member.personId);
      }
    },
    tokenHolder: (accountId, personId) => this.#membership(accountId, personId),
  };

  readonly sessions: SessionStore = {
    begin: async ({ personId, accountId, hash, at, address, userAgent, most }) => {
      if ((await this.#membership(accountId, personId)) === undefined) return undefined;
      const own = this.#sessions.filter((one) => one.accountId === accountId && one.personId === personId);
      const ended = new Set(own.slice(0, Math.max(0, own.length - most + 1)));
      this.#end((one) => ended.has(one));
      const id = ++this.#lastSession;
      const times = { createdAt: at, lastUsedAt: at, confirmedAt: at };
      const session = { id, personId, accountId, hash, address, userAgent, ...times };
      this.#sessions.push(session);
      return session;
    },
    find: async (hash, bounds) => {
      const session = this.#sessions.find((one) => one.hash.equals(hash) && isWithin(one, bounds));
      if (session === undefined) return undefined;
      const member = await this.#membership(session.accountId, session.personId);
      return member && { ...session, ...member };
    },
    use: async (id, at) => this.#change(id, { lastUsedAt: at }),
    confirm: async (id, at) => this.#change(id, { confirmedAt: at }),
    list: async (accountId, personId, bounds) =>
      this.#sessions
        .filter((one) => one.accountId === accountId && (personId ?? one.personId) === one.personId)
        .filter((one) => isWithin(one, bounds))
        .map((one) => ({ ...one, person: this.people.get(one.personId)! }))
        .reverse(),
    end: async (accountId, personId, id) =>
      this.#end(
        (one) => one.id === id && one.accountId === accountId && (personId ?? one.personId) === one.personId,
      ) > 0,
    endAll: async (accountId, personId, except) =>
      this.#end(
        (one) =>
          one.id !== except && one.accountId === accountId && (personId ?? one.personId) === one.personId,
      ),
    forget: async (bounds) => this.#end((one) => !isWithin(one, bounds)),
  };

  readonly store: MemberStore = {
    list: async (accountId) => this.#members(accountId),
    add: async ({ accountId, email, firstName, lastName, role }, most) => {
      if (this.#members(accountId).length >= most) return 'full';
      if (this.#personOf(email) ?? (await this.#accounts.findByEmail(email))) return 'taken';
      const { id } = this.add(accountId, email, role);
      Object.assign(this.people.get(id)!, { firstName, lastName });
      return this.#members(accountId).find((member) => member.id === id)!;
    },
    setRole: async (accountId, personId, role, by = 'owner') => {
      if (this.#isForOwners(accountId, personId, by)) return 'owners_only';
      if (role !== 'owner' && this.#isLastOwner(accountId, personId)) return 'last_owner';
      this.#memberships = this.#memberships.map((one) =>
        one.accountId === accountId && one.personId === personId ? { ...one, role } : one,
      );
      return this.#members(accountId).find((member) => member.id === personId);
    },
    remove: async (accountId, personId, by = 'owner') => {
      if (this.#isForOwners(accountId, personId, by)) return 'owners_only';
      if (this.#isLastOwner(accountId, personId)) return 'last_owner';
      if (!this.#members(accountId).some((member) => member.id === personId)) return undefined;
      this.#memberships = this.#memberships.filter(
        (one) => one.accountId !== accountId || one.personId !== personId,
      );
      this.people.delete(personId);
      return 'removed';
    },
    isAlone: async (accountId, personId) =>
      this.#members(accountId).some((member) => member.id === personId) ? true : undefined,
  };

  #isForOwners(accountId: number, personId: number, by: Role): boolean {
    const member = this.#members(accountId).find(({ id }) => id === personId);
    return by !== 'owner' && member?.role === 'owner';
  }

  #members(accountId: number): Member[] {
    return this.#memberships
      .filter((one) => one.accountId === accountId)
      .map(({ personId, role, since }) => {
        const { id, email, firstName, lastName, passwordHash } = this.people.get(personId)!;
        const link = this.#links.find((one) => one.personId === id && one.expiresAt.getTime() > Date.now());
        const hasPassword = passwordHash !== null;
        const linkExpiresAt = link?.expiresAt ?? null;
        return { id, email, firstName, lastName, role, since, hasPassword, linkExpiresAt };
      });
  }

  #isLastOwner(accountId: number, personId: number): boolean {
    const owners = this.#members(accountId).filter(({ role }) => role === 'owner');
    return owners.length === 1 && owners[0]!.id === personId;
  }

  readonly setupLinks: SetupLinkStore = {
    create: async (link) => {
      this.#links = [...this.#links.filter((one) => one.personId !== link.personId), link];
    },
    find: async (hash, at) => {
      const link = this.#links.find((one) => one.hash.equals(hash) && one.expiresAt > at);
      const member = this.#memberships.find((one) => one.personId === link?.personId);
      return member && this.#membership(member.accountId, member.personId);
    },
    redeem: async (hash, at, { passwordHash, email, firstName, lastName }) => {
      const member = await this.setupLinks.find(hash, at);
      if (member === undefined) return undefined;
      const known = this.people.get(member.person.id)!;
      const other = email === undefined ? undefined : this.#personOf(email.toLowerCase());
      if (other !== undefined && other.id !== known.id) return 'taken';
      const names = {
        email: email?.toLowerCase() ?? known.email,
        firstName: firstName ?? known.firstName,
        lastName: lastName ?? known.lastName,
      };
      if (member.account.email === known.email) this.#accounts.change(member.account.id, names);
      Object.assign(known, names);
      await this.credentials.setPassword(known.id, passwordHash);
      return this.#membership(member.account.id, known.id);
    },
    forgetBefore: async () => 0,
  };

  #personOf(email: string): KnownPerson | undefined {
    return [...this.people.values()].find((person) => person.email === email);
  }

  async #membership(accountId: number, personId: number): Promise<Membership | undefined> {
    const member = this.#memberships.find((one) => one.accountId === accountId && one.personId === personId);
    const account = await this.#accounts.find(accountId);
    if (member === undefined || account === undefined) return undefined;
    const { id, email, firstName, lastName, tokenGeneration } = this.people.get(personId)!;
    return { account, person: { id, email, firstName, lastName }, role: member.role, tokenGeneration };
  }

  async #known(accountId: number, personId: number) {
    const member = await this.#membership(accountId, personId);
    return member && { ...member, passwordHash: this.people.get(personId)!.passwordHash };
  }

  #change(id: number, change: Partial<KnownSession>): void {
    this.#sessions = this.#sessions.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  #end(condition: (session: KnownSession) => boolean): number {
    const before = this.#sessions.length;
    this.#sessions = this.#sessions.filter((one) => !condition(one));
    return before - this.#sessions.length;
  }
}

function isWithin({ lastUsedAt, createdAt }: Session, { usedAfter, begunAfter }: SessionBounds): boolean {
  return lastUsedAt > usedAfter && createdAt > begunAfter;
}
