import { TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import { attemptLimits, windowSeconds } from './log-in.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface CheckOwnPasswordPorts {
  readonly attempts: Pick<LoginAttempts, 'count' | 'clear'>;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  readonly clock: Clock;
}

/**
 * Asks somebody who is known already for his password: a stolen session, token or key must not be enough. Guesses are
 * counted before the check, as those of a login are. Throws WrongCredentials and TooManyAttempts.
 */
export async function checkOwnPassword(
  { personId, password, passwordHash }: { personId: number; password: string; passwordHash: string | null },
  ports: CheckOwnPasswordPorts,
): Promise<void> {
  const subject = `password:${personId}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > attemptLimits.pair) throw new TooManyAttempts(windowSeconds);
  if (!(await ports.passwords.verify(password, passwordHash))) throw new WrongCredentials();
  await ports.attempts.clear([subject]);
}
