import { Conflict, DomainError } from '@sonde/shared/errors.ts';
import type { SsoSettings } from '@sonde/shared/schemas/people/sso.ts';
import type { AccountAdministration } from '../../../ports/accounts/account-administration.ts';
import { type Tier, tiers } from '../../../ports/accounts/accounts.ts';
import type { CredentialStore, Membership } from '../../../ports/accounts/credentials.ts';
import type { MemberStore } from '../../../ports/accounts/members.ts';
import { type Role, roles } from '../../../ports/accounts/people.ts';
import type {
  Identity,
  SingleSignOnStore,
  SsoProvider,
  SsoUser,
} from '../../../ports/accounts/single-sign-on.ts';
import type { VerifiedSignIn } from '../../../ports/system/open-id.ts';
import { mostMembers } from '../members/members.ts';
import { claimValues, highest, nameClaim } from './claims.ts';

export interface AdmitPorts {
  readonly singleSignOn: Pick<SingleSignOnStore, 'findUser' | 'adoptUser' | 'admit'>;
  readonly credentials: Pick<CredentialStore, 'findMember' | 'findPerson'>;
  readonly members: Pick<MemberStore, 'setRole'>;
  readonly accountAdministration: Pick<AccountAdministration, 'setTier'>;
}

/**
 * Finds the member whom a provider means. Issuer and subject say who he is and nothing else: an e-mail address that
 * somebody has already opens nobody's account. Throws `forbidden` if he may not sign in.
 */
export async function admit(
  provider: SsoProvider,
  said: VerifiedSignIn,
  ports: AdmitPorts,
): Promise<{ member: Membership; user: SsoUser }> {
  const { settings, accountId } = provider;
  const identity = { accountId, issuer: said.issuer, subject: said.subject };
  checkDomain(settings, said.email);
  const role = roleOf(settings, said.claims);
  const user =
    (await ports.singleSignOn.findUser(identity)) ??
    (await ports.singleSignOn.adoptUser(identity, { email: said.email }));
  if (user?.active === false) throw refused('The provider has deactivated this user.');
  if (user !== undefined && user.personId !== null) {
    return { member: await known(provider, user.personId, said, role, ports), user };
  }
  if (user === undefined && !settings.just_in_time) {
    throw refused('People cannot join at the first sign-in here: the provider must provision them first.');
  }
  const member = await takeIn(provider, identity, said, role, ports);
  return { member, user: (await ports.singleSignOn.findUser(identity))! };
}

/** Somebody who signed in before: his role and tier follow the provider, if that says any. */
async function known(
  { accountId, settings }: SsoProvider,
  personId: number,
  said: VerifiedSignIn,
  role: Role,
  { credentials, members, accountAdministration }: AdmitPorts,
): Promise<Membership> {
  const isOwn = settings.accounts === 'own';
  const member = isOwn
    ? await credentials.findPerson(personId)
    : await credentials.findMember(accountId, personId);
  if (member === undefined) throw refused('This person is no longer a member of the account.');
  if (isOwn) {
    const tier = tierOf(settings, said.claims);
    // An administrator's own account is not the provider's to move.
    if (tier === undefined || tier === member.account.tier || member.account.administrator) return member;
    const account = await accountAdministration.setTier(member.account.id, tier);
    return account === undefined ? member : { ...member, account };
  }
  // Whoever has no claim at all keeps the role that an owner gave him.
  if (settings.role_claim === null || role === member.role) return member;
  const changed = await members.setRole(accountId, personId, role);
  // The last owner stays one, whatever the provider says: somebody has to be able to mend it.
  return changed === 'last_owner' || changed === undefined ? member : { ...member, role };
}

async function takeIn(
  { settings }: SsoProvider,
  identity: Identity,
  said: VerifiedSignIn,
  role: Role,
  { singleSignOn }: AdmitPorts,
): Promise<Membership> {
  const { email, claims } = said;
  if (email === null) throw refused('The provider did not report a verified e-mail address.');
  const admitted = await singleSignOn.admit(
    {
      ...identity,
      email: email.toLowerCase(),
      firstName: nameClaim(claims, 'given_name'),
      lastName: nameClaim(claims, 'family_name'),
      role: settings.accounts === 'own' ? null : role,
      tier: tierOf(settings, claims) ?? 'free',
    },
    mostMembers,
  );
  if (admitted === 'taken') {
    throw new Conflict(
      'This e-mail address belongs to somebody here already: sign in as before, and link the provider on the page Account.',
    );
  }
  if (admitted === 'full') throw new Conflict(`An account may have at most ${mostMembers} members.`);
  if (admitted === 'inactive') throw refused('The provider has deactivated this user.');
  return admitted;
}

function checkDomain({ domains }: SsoSettings, email: string | null): void {
  if (domains.length === 0) return;
  if (email === null) throw refused('The provider did not report a verified e-mail address.');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domains.includes(domain)) throw refused('E-mail addresses of this domain cannot sign in here.');
}

function roleOf(
  { role_claim: claim, roles: meanings, default_role: least }: SsoSettings,
  claims: VerifiedSignIn['claims'],
): Role {
  const mapped = meanings.map(({ value, role }) => ({ value, means: role }));
  const role = highest<Role>(claimValues(claims, claim), mapped, roles) ?? least;
  if (role === null) throw refused('The provider gives this user no role that can sign in.');
  return role;
}

function tierOf(
  { tier_claim: claim, tiers: meanings }: SsoSettings,
  claims: VerifiedSignIn['claims'],
): Tier | undefined {
  const mapped = meanings.map(({ value, tier }) => ({ value, means: tier }));
  return highest<Tier>(claimValues(claims, claim), mapped, tiers.toReversed());
}

function refused(message: string): DomainError {
  return new DomainError('forbidden', message);
}
