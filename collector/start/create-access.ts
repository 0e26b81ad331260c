import type { Config } from '../config/settings.ts';
import type { Authenticate } from '../domain/access/authenticate.ts';
import { KeyAuthentication } from '../domain/access/key-authentication.ts';
import { PasswordHasher } from '../domain/accounts/password-hash.ts';
import { looksLikeToken, Tokens, tokenAuthentication } from '../domain/accounts/tokens.ts';
import { DailyQuota } from '../domain/quota/daily-quota.ts';
import type { Log } from '../ports/system/log.ts';
import type { Meter } from '../ports/system/metrics.ts';
import { tokenSecret } from '../storage/files/token-secret.ts';
import type { Stores } from './create-stores.ts';
import type { Stage } from './stage.ts';
import { systemClock as clock, systemRandom as random } from './system.ts';

/** How callers are known, and how much they may ask. */
export async function createAccess(
  config: Pick<Config, 'tokenSecret'>,
  dataDirectory: string,
  stores: Pick<Stores, 'accounts' | 'apiKeys' | 'credentials' | 'usage'>,
  { meter, log }: { meter: Meter; log: Log },
  stage: Stage,
) {
  const chosen = config.tokenSecret;
  const secret = chosen === undefined ? await tokenSecret(dataDirectory, random) : Buffer.from(chosen);
  const tokens = new Tokens({ secret, clock, random });
  const byToken = tokenAuthentication(tokens, stores.credentials);
  const keys = new KeyAuthentication({ apiKeys: stores.apiKeys, accounts: stores.accounts, clock });
  stage.add('authentication', { stop: async () => keys.close() });
  const authenticate: Authenticate = (credential) =>
    looksLikeToken(credential) ? byToken(credential) : keys.authenticate(credential);
  const quota = new DailyQuota({ usage: stores.usage, clock, meter, log });
  stage.add('quota', { stop: () => quota.flush() });
  return { authenticate, authentication: keys, passwords: new PasswordHasher(random), quota, tokens };
}
