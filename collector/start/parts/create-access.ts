import type { Log } from '@sonde/shared/system/log.ts';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { Authenticate } from '../../domain/people/access/authenticate.ts';
import { KeyAuthentication } from '../../domain/people/access/key-authentication.ts';
import { SecretBox } from '../../domain/people/access/secret-box.ts';
import { PasswordHasher } from '../../domain/people/accounts/password-hash.ts';
import { looksLikeToken, Tokens, tokenAuthentication } from '../../domain/people/accounts/tokens.ts';
import { DailyQuota } from '../../domain/people/quota/daily-quota.ts';
import { sealedSecondFactors, sealOldSecrets } from '../../domain/people/second-factor/sealed-secrets.ts';
import { Tickets } from '../../domain/people/second-factor/tickets.ts';
import { sessionAuthentication } from '../../domain/people/sessions/session-authentication.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import { RequestSessions } from '../../http/session/request-sessions.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import { tokenSecret } from '../../storage/files/token-secret.ts';
import { installationId } from '../../storage/postgres/accounts/installation.ts';
import type { Postgres } from '../../storage/postgres/pool.ts';
import type { Stage } from '../stage.ts';
import type { Stores } from '../stores/create-stores.ts';

/** Creates the parts that identify callers and bound their requests. */
export async function createAccess(
  config: Pick<Config, 'publicUrl' | 'tokenSecret' | 'trustedProxies'>,
  dataDirectory: string,
  stores: Pick<
    Stores,
    'accounts' | 'apiKeys' | 'credentials' | 'secondFactors' | 'sessions' | 'usage' | 'usedTickets'
  >,
  { postgres, meter, log }: { postgres: Postgres; meter: Meter; log: Log },
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
  const installation = await installationId(postgres);
  const requestSessions = new RequestSessions({
    authenticate: sessionAuthentication({ sessions: stores.sessions, clock }),
    installationId: installation,
    trustedProxies: new TrustedProxies(config.trustedProxies),
  });
  const passwords = new PasswordHasher(random);
  const secrets = new SecretBox(secret, random);
  const sealed = await sealOldSecrets(stores.secondFactors, secrets);
  if (sealed > 0) log.info({ count: sealed }, 'secrets of authenticator apps are sealed from now on');
  const tickets = new Tickets({ secret, clock, random, used: stores.usedTickets });
  return {
    authenticate,
    authentication: keys,
    installationId: installation,
    passwords,
    publicUrl: config.publicUrl,
    quota,
    requestSessions,
    secondFactors: sealedSecondFactors(stores.secondFactors, secrets),
    secrets,
    tickets,
    tokens,
  };
}
