import { Conflict, InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { MemberStore } from '../../../ports/accounts/members.ts';
import type {
  ProvisionedFacts,
  ProvisionedUserStore,
  UserFilter,
} from '../../../ports/accounts/provisioned-users.ts';
import type { SsoUser } from '../../../ports/accounts/single-sign-on.ts';

/** A provider may tell an account of at most this many users. */
export const mostUsers = 10_000;

export interface ProvisionPorts {
  readonly provisionedUsers: ProvisionedUserStore;
  readonly members: Pick<MemberStore, 'remove'>;
  readonly credentials: Pick<CredentialStore, 'findPerson' | 'signOutEverywhere'>;
}

export async function requireUser(
  accountId: number,
  id: number,
  { provisionedUsers }: { provisionedUsers: Pick<ProvisionedUserStore, 'find'> },
): Promise<SsoUser> {
  const user = await provisionedUsers.find(accountId, id);
  if (user === undefined) throw new NotFound('user');
  return user;
}

export async function createUser(
  accountId: number,
  facts: ProvisionedFacts,
  { provisionedUsers }: Pick<ProvisionPorts, 'provisionedUsers'>,
): Promise<SsoUser> {
  const user = await provisionedUsers.create(accountId, facts, mostUsers);
  if (user === 'taken') throw taken();
  if (user === 'full') throw new Conflict(`An account knows at most ${mostUsers} users of a provider.`);
  return user;
}

/** Changes what is known of somebody; whoever is not active any more is out at once. */
export async function changeUser(
  before: SsoUser,
  facts: ProvisionedFacts,
  ports: ProvisionPorts,
): Promise<SsoUser> {
  // Out first: where that can't be, nothing is changed.
  if (!facts.active) await putOut(before, ports);
  const user = await ports.provisionedUsers.change(before.accountId, before.id, facts);
  if (user === 'taken') throw taken();
  if (user === undefined) throw new NotFound('user');
  return user;
}

export async function removeUser(user: SsoUser, ports: ProvisionPorts): Promise<void> {
  await putOut(user, ports);
  await ports.provisionedUsers.remove(user.accountId, user.id);
}

/**
 * Ends somebody's membership, his sessions and tokens, however he signs in. Whoever has an account of his own keeps it, and is
 * signed out of it. The last owner stays: somebody has to be able to mend a provider that puts everybody out.
 */
async function putOut(
  { accountId, personId }: SsoUser,
  { members, credentials }: ProvisionPorts,
): Promise<void> {
  if (personId === null) return;
  const done = await members.remove(accountId, personId);
  if (done === 'last_owner')
    throw new Conflict('This is the last owner of the account: make somebody else one first.');
  if (done === 'removed') return;
  const own = await credentials.findPerson(personId);
  if (own !== undefined) await credentials.signOutEverywhere(own.account.id, personId);
}

function taken(): Conflict {
  return new Conflict('A user of this name is known already.');
}

const attributes = { username: 'userName', externalid: 'externalId', id: 'id' } as const;

/** Reads the one form of filters that is taken (RFC 7644 section 3.4.2.2): an attribute is equal to a value. */
export function readFilter(text: string | undefined): UserFilter {
  if (text === undefined || text.trim() === '') return {};
  const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s+eq\s+("(?:[^"\\]|\\["\\/])*")\s*$/i.exec(text) ?? [];
  const attribute = attributes[name.toLowerCase() as keyof typeof attributes];
  if (attribute === undefined) {
    throw new InvalidInput('filter', 'is userName, externalId or id, then eq, then a value in quotes');
  }
  const wanted = JSON.parse(value) as string;
  if (attribute !== 'id') return { [attribute]: wanted };
  return { id: /^\d{1,15}$/.test(wanted) ? Number(wanted) : 0 };
}

/** A patch step is one step of a change. */
export interface PatchStep {
  readonly op: string;
  readonly path?: string | undefined;
  readonly value?: unknown;
}

/**
 * Applies changes to the facts about a user (RFC 7644 section 3.5.2). Attributes that nobody asks for here are passed
 * over.
 */
export function patched(before: ProvisionedFacts, steps: readonly PatchStep[]): ProvisionedFacts {
  let facts = before;
  for (const { op, path, value } of steps) {
    if (path !== undefined) facts = withAttribute(facts, path, op === 'remove' ? null : value);
    else if (typeof value === 'object' && value !== null && op !== 'remove') {
      for (const [name, part] of Object.entries(value).slice(0, 100))
        facts = withAttribute(facts, name, part);
    } else throw new InvalidInput('Operations', 'need a path, or an object of attributes');
  }
  return facts;
}

function withAttribute(facts: ProvisionedFacts, path: string, value: unknown): ProvisionedFacts {
  switch (path.toLowerCase()) {
    case 'active':
      return { ...facts, active: truth(value) };
    case 'username': {
      const userName = word(value, 254);
      if (userName === null) throw new InvalidInput('userName', 'is a text of 254 characters at most');
      return { ...facts, userName };
    }
    case 'externalid':
      return { ...facts, externalId: word(value, 500) };
    case 'name.givenname':
      return { ...facts, firstName: word(value, 100) };
    case 'name.familyname':
      return { ...facts, lastName: word(value, 100) };
    case 'name': {
      const { givenName, familyName } = (value ?? {}) as Record<string, unknown>;
      return { ...facts, firstName: word(givenName, 100), lastName: word(familyName, 100) };
    }
    default:
      return facts;
  }
}

function truth(value: unknown): boolean {
  const text = String(value).toLowerCase();
  // A value that is none must not let anybody in, nor put anybody out.
  if (text !== 'true' && text !== 'false') throw new InvalidInput('active', 'is true or false');
  return text === 'true';
}

function word(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll(/\p{Cc}/gu, '').trim();
  return text === '' || text.length > most ? null : text;
}
