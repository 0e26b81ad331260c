import { NotFound, TicketOver, TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { assertionSchema } from '@sonde/shared/schemas/people/passkey.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { z } from 'zod';
import type { CredentialStore, Membership } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { Passkey, PasskeyStore } from '../../../ports/accounts/passkeys.ts';
import type { SessionStore } from '../../../ports/accounts/sessions.ts';
import { attemptLimits, windowSeconds } from '../accounts/log-in.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { challengeOf, type Tickets } from '../second-factor/tickets.ts';
import { confirmationTime } from '../sessions/session-bounds.ts';
import type { SignedIn } from './add-passkey.ts';
import { requestOptions, userHandle } from './options.ts';
import type { RelyingParty } from './relying-party.ts';
import { PasskeyFault, verifyAssertion } from './webauthn.ts';

type AssertionJson = z.output<typeof assertionSchema>;

/** A passkey answer is an answer of an authenticator, with the ticket that it is for. */
export interface PasskeyAnswer {
  readonly ticket: string;
  readonly credential: AssertionJson;
}

export interface UsePasskeyPorts {
  readonly passkeys: Pick<PasskeyStore, 'find' | 'use'>;
  readonly credentials: Pick<CredentialStore, 'findPerson'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'takeBack'>;
  readonly tickets: Pick<Tickets, 'open'>;
  readonly installationId: string;
  readonly clock: Clock;
}

/**
 * Signs in the person who answers with a passkey: it takes the place of password and second factor, since whoever holds
 * the key was verified by it. Unknown passkeys and wrong answers are refused alike.
 */
export async function signInByPasskey(
  { ticket, credential }: PasskeyAnswer,
  party: RelyingParty,
  address: string,
  ports: UsePasskeyPorts,
): Promise<Membership> {
  const opened = ports.tickets.open(ticket, 'passkey_sign_in');
  const passkey = await checkAnswer(
    { ticket, credential },
    party,
    `passkey:${addressSubject(address)}`,
    ports,
  );
  await opened.use();
  const member = await ports.credentials.findPerson(passkey.personId);
  if (member === undefined) throw wrong();
  return member;
}

/** Gives a browser the options and the ticket to ask somebody who is signed in for one of his passkeys. */
export async function offerConfirmation(
  { personId, session }: SignedIn,
  party: RelyingParty,
  ports: { passkeys: Pick<PasskeyStore, 'list'>; tickets: Pick<Tickets, 'issue'> },
) {
  const known = await ports.passkeys.list(personId);
  if (!known.some(({ relyingParty }) => relyingParty === party.id)) throw new NotFound('passkey');
  const ticket = ports.tickets.issue('passkey_confirmation', { personId, sessionId: session.id });
  return { ticket, options: requestOptions(ticket, party, known) };
}

/** Has a person prove again who he is, by a passkey of his; returns until when that counts. */
export async function confirmByPasskey(
  caller: SignedIn,
  answer: PasskeyAnswer,
  party: RelyingParty,
  ports: UsePasskeyPorts & { readonly sessions: Pick<SessionStore, 'confirm'> },
): Promise<Date> {
  const opened = ports.tickets.open(answer.ticket, 'passkey_confirmation');
  const { personId, sessionId } = opened.content;
  if (personId !== caller.personId || sessionId !== caller.session.id) throw new TicketOver();
  const passkey = await checkAnswer(answer, party, `passkey-of:${personId}`, ports);
  if (passkey.personId !== personId) throw wrong();
  await opened.use();
  const now = ports.clock.now();
  await ports.sessions.confirm(sessionId, new Date(now));
  return new Date(now + confirmationTime);
}

/** The passkey that an answer is of. Throws WrongCredentials, and TooManyAttempts for too many that were wrong. */
async function checkAnswer(
  { ticket, credential }: PasskeyAnswer,
  party: RelyingParty,
  subject: string,
  ports: UsePasskeyPorts,
): Promise<Passkey> {
  const at = new Date(ports.clock.now());
  const records = await ports.attempts.count([subject], at, windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > attemptLimits.address) throw new TooManyAttempts(windowSeconds);
  const passkey = await ports.passkeys.find(Buffer.from(credential.id, 'base64url'));
  if (passkey === undefined || passkey.relyingParty !== party.id) throw wrong();
  const { userHandle: handle } = credential.response;
  if (handle != null && handle !== userHandle(ports.installationId, passkey.personId)) throw wrong();
  const use = verify(credential, passkey, ticket, party);
  if (!(await ports.passkeys.use(passkey.id, { ...use, at }))) {
    throw new WrongCredentials(
      'This passkey has signed less often than it had before: somebody may have a copy of it. Remove it.',
    );
  }
  await ports.attempts.takeBack([subject]);
  return passkey;
}

function verify({ response }: AssertionJson, passkey: Passkey, ticket: string, party: RelyingParty) {
  const answer = {
    clientData: Buffer.from(response.clientDataJSON, 'base64url'),
    authenticatorData: Buffer.from(response.authenticatorData, 'base64url'),
    signature: Buffer.from(response.signature, 'base64url'),
  };
  try {
    return verifyAssertion(answer, passkey.publicKey, { challenge: challengeOf(ticket), party });
  } catch (error) {
    if (error instanceof PasskeyFault) throw wrong(error.message);
    throw error;
  }
}

function wrong(reason?: string): WrongCredentials {
  return new WrongCredentials(
    reason === undefined ? 'This passkey is not known here.' : `The passkey is refused: ${reason}.`,
  );
}
