import { TicketOver, TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { CredentialStore, Membership } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import { windowSeconds } from '../accounts/log-in.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';
import type { Tickets } from './tickets.ts';
import { matchingStep } from './totp.ts';

/**
 * One person may try at most this many codes within the window of logins, from wherever. Of a million codes three are
 * good at a time: whoever has the password and keeps on guessing is right after some 700 days, on average.
 */
export const mostCodes = 5;

export interface CheckSecondFactorPorts {
  readonly secondFactors: Pick<SecondFactorStore, 'secrets' | 'useStep' | 'useRecoveryCode'>;
  readonly credentials: Pick<CredentialStore, 'tokenHolder'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'clear'>;
  readonly tickets: Pick<Tickets, 'open'>;
  readonly clock: Clock;
}

/** Checks the second step of signing in: a code of the app, or a recovery code, each good once. Tells who it is. */
export async function checkSecondFactor(
  { ticket, code, begins }: { ticket: string; code: string; begins: 'session' | 'token' },
  ports: CheckSecondFactorPorts,
): Promise<{ member: Membership; by: 'app' | 'recovery_code' }> {
  const opened = ports.tickets.open(ticket, 'second_factor');
  const { accountId, personId, generation, begins: promised } = opened.content;
  if (promised !== begins) throw new TicketOver();
  const member = await ports.credentials.tokenHolder(accountId, personId);
  // The password that the ticket was given for is another by now.
  if (member?.tokenGeneration !== generation) throw new TicketOver();
  const subject = await countCode(personId, ports);
  const by = await useCode(personId, code, ports);
  if (by === undefined) throw new WrongCredentials('This code is not good, or was used before.');
  await opened.use();
  await ports.attempts.clear([subject]);
  return { member, by };
}

/** Counts an attempt at a person's codes before it is looked at. Throws TooManyAttempts. */
export async function countCode(
  personId: number,
  { attempts, clock }: Pick<CheckSecondFactorPorts, 'attempts' | 'clock'>,
): Promise<string> {
  const subject = `code:${personId}`;
  const records = await attempts.count([subject], new Date(clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > mostCodes) throw new TooManyAttempts(windowSeconds);
  return subject;
}

async function useCode(
  personId: number,
  text: string,
  { secondFactors, clock }: CheckSecondFactorPorts,
): Promise<'app' | 'recovery_code' | undefined> {
  const recovery = hashOfRecoveryCode(text);
  if (recovery !== undefined) {
    return (await secondFactors.useRecoveryCode(personId, recovery)) ? 'recovery_code' : undefined;
  }
  const { inForce } = await secondFactors.secrets(personId);
  if (inForce === null) return undefined;
  // People write the digits as their app does, with a space in the middle.
  const step = matchingStep(inForce, text.replace(/\s/g, ''), clock.now());
  if (step === undefined) return undefined;
  return (await secondFactors.useStep(personId, inForce, step)) ? 'app' : undefined;
}
