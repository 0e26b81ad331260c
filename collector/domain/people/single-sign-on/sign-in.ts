import { Conflict, DomainError, NotFound, TicketOver } from '@sonde/shared/errors.ts';
import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { MemberStore } from '../../../ports/accounts/members.ts';
import type { SessionStore } from '../../../ports/accounts/sessions.ts';
import type { SingleSignOnStore, SsoProvider, SsoUser } from '../../../ports/accounts/single-sign-on.ts';
import type { AccountCaller, CallerSession } from '../access/caller.ts';
import { confirmationTime } from '../sessions/session-bounds.ts';
import { type AdmitPorts, admit } from './admit.ts';
import { type ComeBackPorts, checkFresh, comeBack, type SetOutPorts, setOut } from './journey.ts';
import { usable } from './provider.ts';

/** A return is the message of a page when somebody comes back from a provider. */
export interface Return {
  readonly ticket: string;
  /** The query of the address that he came back to. */
  readonly answer: string;
}

type SignedInPerson = AccountCaller & { readonly session: CallerSession; readonly personId: number };

/** Signs in who comes back from a provider. */
export async function signInByProvider(
  back: Return,
  address: string,
  ports: ComeBackPorts & AdmitPorts,
): Promise<{ member: Membership; user: SsoUser; sid: string | null }> {
  const { provider, said } = await comeBack(back, { goal: 'sign_in', signedIn: null, address }, ports);
  return { ...(await admit(provider, said, ports)), sid: said.sid };
}

/** Sends somebody who is signed in to the provider that he is known by, to prove again who he is. */
export async function setOutToConfirm(
  caller: SignedInPerson,
  site: string | null,
  ports: SetOutPorts & { readonly singleSignOn: Pick<SingleSignOnStore, 'identitiesOf'> },
) {
  const known = await ports.singleSignOn.identitiesOf(caller.personId);
  const found = known.find(({ provider, user }) => provider.settings.enabled && user.active);
  if (found === undefined) throw new NotFound('provider');
  return setOut(found.provider, { goal: 'confirm', signedIn: travellerOf(caller), site }, ports);
}

/** Takes a provider's word that somebody has just proved who he is; returns until when that counts. */
export async function confirmByProvider(
  back: Return,
  caller: SignedInPerson,
  address: string,
  ports: ComeBackPorts & {
    readonly singleSignOn: Pick<SingleSignOnStore, 'findUser'>;
    readonly sessions: Pick<SessionStore, 'confirm'>;
  },
): Promise<Date> {
  const { at } = ports.tickets.open(back.ticket, 'provider').content;
  const { provider, said } = await comeBack(
    back,
    { goal: 'confirm', signedIn: travellerOf(caller), address },
    ports,
  );
  checkFresh(said, at);
  const { issuer, subject } = said;
  const user = await ports.singleSignOn.findUser({ accountId: provider.accountId, issuer, subject });
  if (user?.personId !== caller.personId || !user.active) {
    throw new DomainError('forbidden', 'The provider says that you are somebody else there.');
  }
  const now = ports.clock.now();
  await ports.sessions.confirm(caller.session.id, new Date(now));
  return new Date(now + confirmationTime);
}

/**
 * Sends somebody who is signed in to a provider that he wants to sign in by. An account's own provider may be linked by its
 * members alone, and not by those of other accounts: it could open those.
 */
export async function setOutToLink(
  caller: SignedInPerson,
  { handle, site }: { handle: string; site: string | null },
  ports: SetOutPorts & {
    readonly singleSignOn: Pick<SingleSignOnStore, 'findByHandle'>;
    readonly members: Pick<MemberStore, 'isAlone'>;
  },
) {
  const provider = usable(await ports.singleSignOn.findByHandle(handle));
  await checkMayLink(provider, caller, ports);
  return setOut(provider, { goal: 'link', signedIn: travellerOf(caller), site }, ports);
}

/** Links the identity that somebody comes back with. */
export async function linkProvider(
  back: Return,
  caller: SignedInPerson,
  address: string,
  ports: ComeBackPorts & {
    readonly singleSignOn: Pick<SingleSignOnStore, 'link'>;
    readonly members: Pick<MemberStore, 'isAlone'>;
  },
): Promise<{ provider: SsoProvider; user: SsoUser }> {
  const { provider, said } = await comeBack(
    back,
    { goal: 'link', signedIn: travellerOf(caller), address },
    ports,
  );
  await checkMayLink(provider, caller, ports);
  const { issuer, subject } = said;
  const user = await ports.singleSignOn.link(
    { accountId: provider.accountId, issuer, subject },
    caller.personId,
  );
  if (user === 'taken') throw new Conflict('This user of the provider is somebody else here.');
  if (!user.active) throw new TicketOver();
  return { provider, user };
}

async function checkMayLink(
  { accountId, administrator, settings }: SsoProvider,
  caller: SignedInPerson,
  { members }: { members: Pick<MemberStore, 'isAlone'> },
): Promise<void> {
  if (administrator && settings.accounts === 'own') return;
  if (accountId === caller.accountId && (await members.isAlone(accountId, caller.personId)) === true) return;
  throw new NotFound('provider');
}

function travellerOf({ personId, session }: SignedInPerson) {
  return { personId, sessionId: session.id };
}
