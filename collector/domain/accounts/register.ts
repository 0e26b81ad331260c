import type { Account } from '../../ports/accounts/accounts.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../ports/accounts/login-attempts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { Conflict, TooManyAttempts } from '../errors.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { windowSeconds } from './log-in.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { Tokens } from './tokens.ts';

/**
 * Registrations from one address (a /64 of IPv6) within the window of logins. Each takes a hash, and hashes wait in one line
 * with those of everybody's logins.
 */
export const mostRegistrations = 60;

export interface RegisterPorts {
  readonly credentials: Pick<CredentialStore, 'register'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly tokens: Pick<Tokens, 'issue'>;
  readonly attempts: Pick<LoginAttempts, 'count'>;
  readonly clock: Clock;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Where it comes from. */
  readonly address: string;
}

/** Makes an account of the free tier and logs it in. One e-mail address has one account, whatever happens at once. */
export async function register(
  { email, password, firstName, lastName, address }: Registration,
  ports: RegisterPorts,
): Promise<{ account: Account; token: string }> {
  const subject = `registration:${addressSubject(address)}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > mostRegistrations) {
    throw new TooManyAttempts(
      windowSeconds,
      'Too many registrations from this address: wait before the next.',
    );
  }
  const passwordHash = await ports.passwords.hash(password);
  const account = await ports.credentials.register({ email, firstName, lastName, passwordHash });
  if (account === undefined) throw new Conflict('This e-mail address has an account already.');
  return { account, token: await ports.tokens.issue(account.id) };
}
