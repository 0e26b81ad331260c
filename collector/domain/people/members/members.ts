import { Conflict, DomainError, NotFound, RoleInsufficient } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { Member, MemberStore } from '../../../ports/accounts/members.ts';
import type { PasskeyStore } from '../../../ports/accounts/passkeys.ts';
import type { Role } from '../../../ports/accounts/people.ts';
import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import type { SetupLinkStore } from '../../../ports/accounts/setup-links.ts';
import type { AccountCaller } from '../access/caller.ts';
import { makeSetupLink } from '../sessions/setup-link.ts';
import { checkInvitation, type InvitationPorts, mailInvitation } from './invitation.ts';

/** An account may have at most this many members. */
export const mostMembers = 200;
/** Milliseconds that the link of a new member is good for: it is passed on by hand. */
const memberLinkLifetime = 7 * 86_400_000;

export interface AddMemberPorts {
  readonly members: Pick<MemberStore, 'add' | 'list'>;
  readonly setupLinks: Pick<SetupLinkStore, 'create'>;
  readonly random: Random;
  readonly clock: Clock;
}

export interface NewMember {
  readonly accountId: number;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
}

/** A token and when it stops being good. */
interface Link {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Takes somebody into an account, and makes a link by which he sets his password. */
export async function addMember(
  wanted: NewMember,
  { role: by }: Pick<AccountCaller, 'role'>,
  ports: AddMemberPorts,
): Promise<{ member: Member; link: Link }> {
  if (wanted.role === 'owner') requireOwner(by);
  const member = await ports.members.add(wanted, mostMembers);
  if (member === 'taken') throw await whoHasIt(wanted, ports);
  if (member === 'full') throw new Conflict(`An account may have at most ${mostMembers} members.`);
  return { member, link: await makeSetupLink(member.id, memberLinkLifetime, ports) };
}

/** The address is a member's already, or somebody's who has an account of his own: each is told what to do. */
async function whoHasIt(
  { accountId, email }: NewMember,
  { members }: Pick<AddMemberPorts, 'members'>,
): Promise<Conflict> {
  const own = (await members.list(accountId)).find((one) => one.email === email.toLowerCase());
  if (own === undefined) {
    return new Conflict(
      'This e-mail address signs in to another account here, and nobody is a member of two. Add another address of the person; or the person ' +
        'leaves that account first: its owner exports and deletes it on the page Account, and removes members there.',
    );
  }
  return new Conflict(
    own.hasPassword
      ? 'This e-mail address is of a member already: change the role instead.'
      : 'This e-mail address is of a member already, who has set no password yet: make another setup link instead.',
  );
}

export type InviteMemberPorts = AddMemberPorts &
  InvitationPorts & { readonly members: Pick<MemberStore, 'add' | 'remove' | 'list'> };

/** Takes somebody into an account and mails the link. Nobody is taken in if that fails. */
export async function inviteMember(
  wanted: NewMember,
  caller: AccountCaller,
  ports: InviteMemberPorts,
  signal: AbortSignal,
): Promise<{ member: Member; link: Link }> {
  checkInvitation(wanted.email, ports);
  const { member, link } = await addMember(wanted, caller, ports);
  try {
    await mailInvitation(member.email, link, caller, ports, signal);
  } catch (error) {
    await ports.members.remove(wanted.accountId, member.id);
    throw error;
  }
  return { member, link };
}

/** Gives a member another role. The last owner stays one. */
export async function changeRole(
  accountId: number,
  personId: number,
  role: Role,
  by: Role,
  ports: { members: Pick<MemberStore, 'setRole'> },
): Promise<Member> {
  if (role === 'owner') requireOwner(by);
  const member = await ports.members.setRole(accountId, personId, role, by);
  if (member === 'owners_only') throw ownersOnly();
  if (member === 'last_owner') throw lastOwner();
  if (member === undefined) throw new NotFound('member');
  return member;
}

/** Takes somebody out of an account; his sessions and tokens end at once. */
export async function removeMember(
  accountId: number,
  personId: number,
  by: Role,
  ports: { members: Pick<MemberStore, 'remove'> },
): Promise<void> {
  const done = await ports.members.remove(accountId, personId, by);
  if (done === 'owners_only') throw ownersOnly();
  if (done === 'last_owner') throw lastOwner();
  if (done === undefined) throw new NotFound('member');
}

/**
 * Makes another link for a member, as for one who forgot his password. Not for somebody who is a member of other accounts
 * too: the link would open those.
 */
export async function renewMemberLink(
  caller: AccountCaller,
  { personId, mail }: { personId: number; mail: boolean },
  ports: RenewLinkPorts,
  signal: AbortSignal,
): Promise<Link> {
  const { accountId } = caller;
  await requireReach(accountId, personId, caller.role, ports);
  await requireAlone(accountId, personId, ports);
  const member = (await ports.members.list(accountId)).find(({ id }) => id === personId);
  if (member === undefined) throw new NotFound('member');
  if (mail) checkInvitation(member.email, ports);
  const link = await makeSetupLink(personId, memberLinkLifetime, ports);
  if (mail) await mailInvitation(member.email, link, caller, ports, signal);
  return link;
}

export type RenewLinkPorts = Omit<AddMemberPorts, 'members'> &
  InvitationPorts & { readonly members: Pick<MemberStore, 'isAlone' | 'list'> };

/**
 * Removes what a member has besides his password, as for one who lost his phone. His own anybody removes by the password or
 * passkey that each asks for.
 */
export async function removeSecondFactors(
  caller: AccountCaller,
  personId: number,
  ports: {
    members: Pick<MemberStore, 'isAlone' | 'list'>;
    secondFactors: Pick<SecondFactorStore, 'remove'>;
    passkeys: Pick<PasskeyStore, 'removeAll'>;
  },
): Promise<{ app: boolean; passkeys: number }> {
  if (caller.personId === personId) {
    throw new DomainError(
      'forbidden',
      'Your own app you remove with your password, and your passkeys one by one.',
    );
  }
  await requireReach(caller.accountId, personId, caller.role, ports);
  await requireAlone(caller.accountId, personId, ports);
  return {
    app: await ports.secondFactors.remove(personId),
    passkeys: await ports.passkeys.removeAll(personId),
  };
}

/** Throws if somebody is no member, or a member of other accounts too. */
async function requireAlone(
  accountId: number,
  personId: number,
  { members }: { members: Pick<MemberStore, 'isAlone'> },
): Promise<void> {
  const alone = await members.isAlone(accountId, personId);
  if (alone === undefined) throw new NotFound('member');
  if (alone) return;
  throw new DomainError(
    'forbidden',
    'This person is a member of other accounts too, and decides himself how he signs in.',
  );
}

/** Throws if the member is an owner and who asks is none: a link for an owner would open all that owners may. */
async function requireReach(
  accountId: number,
  personId: number,
  by: Role,
  { members }: { members: Pick<MemberStore, 'list'> },
): Promise<void> {
  if (by === 'owner') return;
  const member = (await members.list(accountId)).find(({ id }) => id === personId);
  if (member?.role === 'owner') throw ownersOnly();
}

function requireOwner(by: Role): void {
  if (by !== 'owner') throw new RoleInsufficient('Only an owner makes somebody one.');
}

function ownersOnly(): RoleInsufficient {
  return new RoleInsufficient('Only an owner changes what is of an owner.');
}

function lastOwner(): Conflict {
  return new Conflict('An account needs an owner: make somebody else one first.');
}
