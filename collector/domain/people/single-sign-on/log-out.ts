import { hash } from 'node:crypto';
import { InvalidInput, TooManyAttempts, WrongCredentials } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { SingleSignOnStore, SsoProvider } from '../../../ports/accounts/single-sign-on.ts';
import type { UsedTickets } from '../../../ports/accounts/used-tickets.ts';
import type { OpenIdClient } from '../../../ports/system/open-id.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { attemptLimits, windowSeconds } from '../accounts/log-in.ts';
import { addressSubject } from '../quota/usage-subject.ts';
import { openIdProvider, usable } from './provider.ts';

export interface LogOutPorts {
  readonly singleSignOn: Pick<SingleSignOnStore, 'findByHandle' | 'endSessions'>;
  readonly openId: Pick<OpenIdClient, 'verifyLogout'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly attempts: Pick<LoginAttempts, 'count' | 'takeBack'>;
  readonly usedTickets: Pick<UsedTickets, 'use'>;
  readonly clock: Clock;
}

/**
 * Ends the sessions that a provider says are over (OpenID Connect Back-Channel Logout 1.0). Strangers may send anything: what
 * is wrong is counted by address, and a token is good once.
 */
export async function logOutByProvider(
  { handle, token, address }: { handle: string; token: string; address: string },
  ports: LogOutPorts,
): Promise<{ provider: SsoProvider; ended: number }> {
  const subject = `sso-logout:${addressSubject(address)}`;
  const records = await ports.attempts.count([subject], new Date(ports.clock.now()), windowSeconds);
  if ((records.get(subject)?.failures ?? 0) > attemptLimits.address) throw new TooManyAttempts(windowSeconds);
  const provider = usable(await ports.singleSignOn.findByHandle(handle));
  const said = await verified(provider, token, ports);
  const { accountId, settings } = provider;
  const id = hash('sha256', JSON.stringify([accountId, settings.issuer, said.id]), 'base64url');
  if (!(await ports.usedTickets.use(`logout:${id}`, new Date(said.expiresAt))))
    throw refused('was used before');
  const ended = await ports.singleSignOn.endSessions({ accountId, issuer: settings.issuer }, said);
  await ports.attempts.takeBack([subject]);
  return { provider, ended };
}

async function verified(provider: SsoProvider, token: string, { openId, secrets }: LogOutPorts) {
  try {
    return await openId.verifyLogout(openIdProvider(provider, secrets), token);
  } catch (error) {
    if (error instanceof WrongCredentials) throw refused('is not good');
    throw error;
  }
}

/** Section 2.8 has 400 for all that is wrong with a token. */
function refused(why: string): InvalidInput {
  return new InvalidInput('logout_token', why);
}
