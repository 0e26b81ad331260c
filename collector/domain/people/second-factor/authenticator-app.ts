import { Conflict, NotFound, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { CredentialStore } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import type { AccountCaller } from '../access/caller.ts';
import { type CheckOwnPasswordPorts, checkOwnPassword } from '../accounts/check-own-password.ts';
import { toBase32 } from './base32.ts';
import { countCode } from './check-second-factor.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { matchingStep, otpauthUrl, secretBytes } from './totp.ts';

/** Offers a person a secret for an app, in base32 and as the address of a QR code. What is in force stays so until then. */
export async function offerApp(
  { id, email }: { id: number; email: string },
  { secondFactors, random }: { secondFactors: Pick<SecondFactorStore, 'offer'>; random: Random },
): Promise<{ secret: string; url: string }> {
  const secret = random.bytes(secretBytes);
  await secondFactors.offer(id, secret);
  return { secret: toBase32(secret), url: otpauthUrl(secret, email) };
}

export interface ConfirmAppPorts {
  readonly secondFactors: Pick<SecondFactorStore, 'secrets' | 'confirm'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'clear'>;
  readonly random: Random;
  readonly clock: Clock;
}

/** Puts the app that was offered into force once it shows the right code; returns the recovery codes, told this once. */
export async function confirmApp(personId: number, code: string, ports: ConfirmAppPorts): Promise<string[]> {
  const { offered } = await ports.secondFactors.secrets(personId);
  if (offered === null) throw new Conflict('No authenticator app is being set up.');
  const subject = await countCode(personId, ports);
  const now = ports.clock.now();
  const step = matchingStep(offered, code.replace(/\s/g, ''), now);
  if (step === undefined) {
    throw new WrongCredentials('The app shows another code. Are the clocks of both devices right?');
  }
  const { codes, hashes } = makeRecoveryCodes(ports.random);
  const change = { secret: offered, step, at: new Date(now), recoveryCodes: hashes };
  if (!(await ports.secondFactors.confirm(personId, change))) {
    throw new Conflict('Another authenticator app was set up meanwhile.');
  }
  await ports.attempts.clear([subject]);
  return codes;
}

/** Makes new recovery codes in place of the earlier ones, told this once. */
export async function renewRecoveryCodes(
  personId: number,
  {
    secondFactors,
    random,
  }: { secondFactors: Pick<SecondFactorStore, 'replaceRecoveryCodes'>; random: Random },
): Promise<string[]> {
  const { codes, hashes } = makeRecoveryCodes(random);
  if (!(await secondFactors.replaceRecoveryCodes(personId, hashes))) throw noApp();
  return codes;
}

/** Removes app and recovery codes, for whoever knows the password: an open session is not enough. */
export async function removeApp(
  { caller, password }: { caller: AccountCaller; password: string },
  ports: CheckOwnPasswordPorts & {
    secondFactors: Pick<SecondFactorStore, 'remove'>;
    credentials: Pick<CredentialStore, 'findMember'>;
  },
): Promise<void> {
  const member = await ports.credentials.findMember(caller.accountId, caller.personId);
  if (member === undefined) throw new NotFound('person');
  const { person, passwordHash } = member;
  await checkOwnPassword({ personId: person.id, password, passwordHash }, ports);
  if (!(await ports.secondFactors.remove(person.id))) throw noApp();
}

function noApp(): Conflict {
  return new Conflict('No authenticator app is in force.');
}
