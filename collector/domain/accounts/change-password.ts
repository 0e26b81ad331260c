import type { AccountStore } from '../../ports/accounts/accounts.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import type { LoginAttempts } from '../../ports/accounts/login-attempts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import { NotFound, TooManyAttempts, WrongCredentials } from '../errors.ts';
import { attemptLimits, windowSeconds } from './log-in.ts';
import type { PasswordHasher } from './password-hash.ts';

export interface ChangePasswordPorts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly credentials: Pick<CredentialStore, 'find' | 'setPassword'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'clear'>;
  readonly passwords: Pick<PasswordHasher, 'hash' | 'verify'>;
  readonly clock: Clock;
}

/**
 * Sets a new password and voids all tokens issued before. The old password is asked for, and guesses at it are counted as
 * those of a login are: a stolen token or key must not be enough to take the account over.
 */
export async function changePassword(
  { accountId, current, wanted }: { accountId: number; current: string; wanted: string },
  ports: ChangePasswordPorts,
): Promise<void> {
  const account = await ports.accounts.find(accountId);
  if (account === undefined) throw new NotFound('account');
  const subject = `password:${accountId}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > attemptLimits.pair) throw new TooManyAttempts(windowSeconds);
  const found = await ports.credentials.find(account.email);
  if (!(await ports.passwords.verify(current, found?.passwordHash ?? null))) throw new WrongCredentials();
  await ports.credentials.setPassword(accountId, await ports.passwords.hash(wanted));
  await ports.attempts.clear([subject]);
}
