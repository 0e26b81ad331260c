import { DomainError, TicketOver, TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { SingleSignOnStore, SsoProvider } from '../../../ports/accounts/single-sign-on.ts';
import type { OpenIdClient, SignInRequest, VerifiedSignIn } from '../../../ports/system/open-id.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { attemptLimits, windowSeconds } from '../accounts/log-in.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { challengeOf, type Tickets } from '../second-factor/tickets.ts';
import { openIdProvider, redirectUri, usable } from './provider.ts';

/** A goal states why somebody goes to a provider: to sign in, to prove again who he is, or to link it. */
export type Goal = 'sign_in' | 'confirm' | 'link';

/** A traveller is a person who goes to a provider while he is signed in already. */
export interface Traveller {
  readonly personId: number;
  readonly sessionId: number;
}

export interface SetOutPorts {
  readonly openId: Pick<OpenIdClient, 'signInUrl'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly tickets: Pick<Tickets, 'issue' | 'secretOf'>;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
}

/**
 * Sends somebody to a provider. The ticket stays with the page that asked: state, nonce and the verifier of PKCE follow from
 * it, so that what comes back is of no use to anybody who does not hold it, and nothing is stored for those who never return.
 */
export async function setOut(
  provider: SsoProvider,
  { goal, signedIn, site }: { goal: Goal; signedIn: Traveller | null; site: string | null },
  { openId, secrets, tickets, clock, publicUrl }: SetOutPorts,
): Promise<{ ticket: string; url: string }> {
  const { accountId, settings } = usable(provider);
  const back = redirectUri(site, publicUrl);
  const ticket = tickets.issue('provider', {
    accountId,
    issuer: settings.issuer,
    redirectUri: back,
    at: clock.now(),
    signedIn,
    goal,
  });
  const request = requestOf(ticket, back, goal === 'confirm', tickets);
  return { ticket, url: await openId.signInUrl(openIdProvider(provider, secrets), request) };
}

export interface ComeBackPorts {
  readonly singleSignOn: Pick<SingleSignOnStore, 'find'>;
  readonly openId: Pick<OpenIdClient, 'verify'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly tickets: Pick<Tickets, 'open' | 'secretOf'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'takeBack'>;
  readonly clock: Clock;
}

/** Reads the provider's answer about somebody who comes back from it. `answer`: the query that he comes back with. */
export async function comeBack(
  { ticket, answer }: { ticket: string; answer: string },
  { goal, signedIn, address }: { goal: Goal; signedIn: Traveller | null; address: string },
  ports: ComeBackPorts,
): Promise<{ provider: SsoProvider; said: VerifiedSignIn }> {
  const opened = ports.tickets.open(ticket, 'provider');
  const { content } = opened;
  if (content.goal !== goal || !isSame(content.signedIn, signedIn)) throw new TicketOver();
  const subject = `sso:${addressSubject(address)}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > attemptLimits.address) throw new TooManyAttempts(windowSeconds);
  const provider = usable(await ports.singleSignOn.find(content.accountId));
  const { issuer, role_claim: role, tier_claim: tier } = provider.settings;
  // Another provider was set up meanwhile: what the one before says is nothing to it.
  if (issuer !== content.issuer) throw new TicketOver();
  // Before the provider is asked: no code is brought twice.
  await opened.use();
  const request = requestOf(ticket, content.redirectUri, goal === 'confirm', ports.tickets);
  const wanted = ['email', role, tier].filter((claim) => claim !== null);
  const said = await ports.openId.verify(openIdProvider(provider, ports.secrets), request, answer, wanted);
  if (said.issuer !== issuer) throw new WrongCredentials('The answer is of another provider.');
  await ports.attempts.takeBack([subject]);
  return { provider, said };
}

function requestOf(
  ticket: string,
  back: string,
  reauthenticate: boolean,
  tickets: Pick<Tickets, 'secretOf'>,
): SignInRequest {
  return {
    redirectUri: back,
    state: challengeOf(ticket),
    nonce: tickets.secretOf(ticket, 'nonce'),
    codeVerifier: tickets.secretOf(ticket, 'code verifier'),
    reauthenticate,
  };
}

function isSame(one: Traveller | null, other: Traveller | null): boolean {
  return one?.personId === other?.personId && one?.sessionId === other?.sessionId;
}

/** Milliseconds that a provider's clock may be behind ours. */
const tolerance = 30_000;

/** Throws unless somebody proved at the provider who he is after he was sent there, and not some time before. */
export function checkFresh({ authenticatedAt }: VerifiedSignIn, setOutAt: number): void {
  if (authenticatedAt !== null && authenticatedAt >= setOutAt - tolerance) return;
  throw new DomainError(
    'forbidden',
    'The provider does not say that it asked again who you are: it has to honour prompt=login and to send auth_time.',
  );
}
