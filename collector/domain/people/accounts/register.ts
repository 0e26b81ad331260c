import { Conflict, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { CredentialStore, Membership } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { windowSeconds } from './log-in.ts';
import type { PasswordHasher } from './password-hash.ts';

/**
 * One address (a /64 of IPv6) may make at most this many registrations within the window of logins. Each takes a hash,
 * and hashes of registrations and of logins wait in one line.
 */
export const mostRegistrations = 60;

export interface RegisterPorts {
  readonly credentials: Pick<CredentialStore, 'register'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly attempts: Pick<LoginAttempts, 'count'>;
  readonly clock: Clock;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The address that the registration comes from. */
  readonly address: string;
}

/** Makes an account of the free tier and its owner. One e-mail address has one account, whatever happens at once. */
export async function register(
  { email, password, firstName, lastName, address }: Registration,
  ports: RegisterPorts,
): Promise<Membership> {
  const subject = `registration:${addressSubject(address)}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > mostRegistrations) {
    throw new TooManyAttempts(
      windowSeconds,
      'Too many registrations from this address: wait before the next.',
    );
  }
  const passwordHash = await ports.passwords.hash(password);
  const owner = await ports.credentials.register({ email, firstName, lastName, passwordHash });
  if (owner === undefined) throw new Conflict('This e-mail address has an account already.');
  return owner;
}
