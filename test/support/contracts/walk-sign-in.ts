import { challengeOf } from '../../../collector/domain/people/second-factor/tickets.ts';
import { stepAt, totpCode } from '../../../collector/domain/people/second-factor/totp.ts';
import type { Membership } from '../../../collector/ports/accounts/credentials.ts';
import type { SsoProvider } from '../../../collector/ports/accounts/single-sign-on.ts';
import { ssoSettingsSchema } from '../../../shared/schemas/people/sso.ts';
import type { FakeWorld } from '../fakes/world.ts';
import { SoftwareAuthenticator } from '../http/software-authenticator.ts';
import { testSite } from '../http/test-installation.ts';
import { systemRandom } from '../system-random.ts';

const rpId = new URL(testSite).hostname;

/** What a person of the walk signs in with, ready for one request of each kind. */
export interface WalkSignIn {
  /** A passkey that nobody needs. */
  readonly passkeyId: number;
  secondStep(begins: 'session' | 'token'): object;
  offeredCode(): object;
  newPasskey(): object;
  assertion(purpose: 'passkey_sign_in' | 'passkey_confirmation'): object;
  /** Of a provider of the account that knows the person. */
  readonly providerHandle: string;
  readonly linkId: number;
  journey(goal: 'sign_in' | 'confirm' | 'link'): object;
}

/** The provider of an account, made where it has none. */
export async function addProvider(world: FakeWorld, accountId: number): Promise<SsoProvider> {
  const known = await world.singleSignOn.find(accountId);
  if (known !== undefined) return known;
  const saved = await world.singleSignOn.save({
    accountId,
    source: 'api',
    settings: ssoSettingsSchema.parse({
      handle: `acme-${accountId}`,
      name: 'Acme',
      issuer: 'https://id.example',
      client_id: 'sonde',
      client_authentication: 'none',
    }),
    sealedSecret: null,
  });
  if (saved === 'taken') throw new Error('the handle is taken');
  return saved;
}

/** Gives a person an app in force, another that is offered, and a passkey. `sessionId`: where he is signed in. */
export async function addWalkSignIn(
  world: FakeWorld,
  { account, person, tokenGeneration: generation }: Membership,
  sessionId: number,
): Promise<WalkSignIn> {
  const { tickets, secondFactors, passkeys } = world;
  const [secret, offered] = [systemRandom.bytes(20), systemRandom.bytes(20)];
  const at = new Date();
  await secondFactors.offer(person.id, secret);
  await secondFactors.confirm(person.id, { secret, step: 0, at, recoveryCodes: [] });
  await secondFactors.offer(person.id, offered);
  const device = new SoftwareAuthenticator(testSite);
  const made = device.create({ rp: { id: rpId }, user: { id: 'aGFuZGxl' }, challenge: 'x' });
  const passkey = await passkeys.add(
    {
      personId: person.id,
      credentialId: device.credentialId,
      publicKey: Buffer.from(made.response.publicKey, 'base64url'),
      signCount: 0,
      backedUp: false,
      transports: [],
      relyingParty: rpId,
      name: 'a phone',
      createdAt: at,
    },
    1_000,
  );
  if (typeof passkey === 'string') throw new Error(passkey);
  const provider = await addProvider(world, account.id);
  const { issuer, handle } = provider.settings;
  const subject = `person-${person.id}`;
  const link = await world.singleSignOn.link({ accountId: account.id, issuer, subject }, person.id);
  if (link === 'taken') throw new Error('the subject is taken');
  const code = (of: Buffer) => totpCode(of, stepAt(Date.now()));
  const of = { personId: person.id, sessionId };
  return {
    passkeyId: passkey.id,
    secondStep: (begins) => {
      const whom = { accountId: account.id, personId: person.id, generation };
      return { ticket: tickets.issue('second_factor', { ...whom, begins }), code: code(secret) };
    },
    offeredCode: () => ({ code: code(offered) }),
    newPasskey: () => {
      const ticket = tickets.issue('passkey_registration', of);
      const options = { rp: { id: rpId }, user: { id: 'aGFuZGxl' }, challenge: challengeOf(ticket) };
      return { ticket, name: 'a key', credential: new SoftwareAuthenticator(testSite).create(options) };
    },
    providerHandle: handle,
    linkId: link.id,
    journey: (goal) => {
      const signedIn = goal === 'sign_in' ? null : of;
      const [redirectUri, now] = [`${testSite}/sso`, Date.now()];
      const content = { accountId: account.id, issuer, redirectUri, at: now, signedIn, goal };
      return { ticket: tickets.issue('provider', content), answer: `?code=${subject}` };
    },
    assertion: (purpose) => {
      const ticket = tickets.issue(purpose, of);
      const { response, ...credential } = device.get({ rpId, challenge: challengeOf(ticket) });
      // Its maker knows the person by another handle than this one.
      return { ticket, credential: { ...credential, response: { ...response, userHandle: null } } };
    },
  };
}
