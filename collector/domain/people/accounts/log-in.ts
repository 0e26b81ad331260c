import { TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { CredentialStore, Credentials, Membership } from '../../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import type { PasswordHasher } from './password-hash.ts';

/** Failed attempts count for this many seconds. */
export const windowSeconds = 15 * 60;
/**
 * An attempt limit bounds the attempts within the window: from one address (a /64 of IPv6) for one account, from one
 * address in all, and for one account from everywhere. The last is high, since it lets others lock somebody out, and
 * low enough to make guessing hopeless.
 */
export const attemptLimits = { pair: 10, address: 60, account: 200 } as const;

export interface LogInPorts {
  readonly credentials: Pick<CredentialStore, 'find' | 'renewHash'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'clear' | 'takeBack'>;
  readonly passwords: Pick<PasswordHasher, 'verify' | 'hash' | 'isDated'>;
  readonly clock: Clock;
}

/**
 * Checks a password. A wrong one, an unknown address and a person without a password are answered alike, after the
 * same work; attempts are counted before the check, so that guesses made at once count as well.
 */
export async function logIn(
  { email, password, address }: { email: string; password: string; address: string },
  ports: LogInPorts,
): Promise<Membership> {
  const known = email.toLowerCase();
  const from = addressSubject(address);
  const pair = `pair:${from} ${known}`;
  const limits = new Map<string, number>([
    [pair, attemptLimits.pair],
    [from, attemptLimits.address],
    [`account:${known}`, attemptLimits.account],
  ]);
  const subjects = [...limits.keys()];
  const [records, found] = await Promise.all([
    ports.attempts.count(subjects, new Date(ports.clock.now()), windowSeconds),
    ports.credentials.find(known),
  ]);
  for (const [subject, limit] of limits) {
    if ((records.get(subject)?.failures ?? 0) > limit) throw new TooManyAttempts(windowSeconds);
  }
  const right = await ports.passwords.verify(password, found?.passwordHash ?? null);
  if (!right || found === undefined) throw new WrongCredentials();
  await renewHash(found, password, ports);
  await Promise.all([
    ports.attempts.clear([pair]),
    // A right login among guesses at other accounts, or of the owner among others' guesses, forgives none of those.
    ports.attempts.takeBack(subjects.filter((subject) => subject !== pair)),
  ]);
  return found;
}

/** Only now is the password at hand that an older hash is of. */
async function renewHash(
  { person, passwordHash }: Credentials,
  password: string,
  { credentials, passwords }: Pick<LogInPorts, 'credentials' | 'passwords'>,
): Promise<void> {
  if (passwordHash === null || !passwords.isDated(passwordHash)) return;
  await credentials.renewHash(person.id, passwordHash, await passwords.hash(password));
}
