import { challengeOf } from '../../../collector/domain/people/second-factor/tickets.ts';
import { stepAt, totpCode } from '../../../collector/domain/people/second-factor/totp.ts';
import type { Membership } from '../../../collector/ports/accounts/credentials.ts';
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
    assertion: (purpose) => {
      const ticket = tickets.issue(purpose, of);
      const { response, ...credential } = device.get({ rpId, challenge: challengeOf(ticket) });
      // Its maker knows the person by another handle than this one.
      return { ticket, credential: { ...credential, response: { ...response, userHandle: null } } };
    },
  };
}
