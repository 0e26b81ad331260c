import type { ExecutionContext } from 'ava';
import { KeyAuthentication } from '../../../collector/domain/people/access/key-authentication.ts';
import { SecretBox } from '../../../collector/domain/people/access/secret-box.ts';
import {
  looksLikeToken,
  Tokens,
  tokenAuthentication,
} from '../../../collector/domain/people/accounts/tokens.ts';
import { sealedSecondFactors } from '../../../collector/domain/people/second-factor/sealed-secrets.ts';
import { Tickets } from '../../../collector/domain/people/second-factor/tickets.ts';
import { sessionAuthentication } from '../../../collector/domain/people/sessions/session-authentication.ts';
import { makeSetupLink } from '../../../collector/domain/people/sessions/setup-link.ts';
import type { EndpointPorts } from '../../../collector/endpoints/index.ts';
import { TrustedProxies } from '../../../collector/http/client-address.ts';
import { dailyCallQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestSessions } from '../../../collector/http/session/request-sessions.ts';
import { createAccountStore } from '../../../collector/storage/postgres/accounts/accounts.ts';
import { createApiKeyStore } from '../../../collector/storage/postgres/accounts/api-keys.ts';
import { createAuditLog } from '../../../collector/storage/postgres/accounts/audit-log.ts';
import { createCredentialStore } from '../../../collector/storage/postgres/accounts/credentials.ts';
import { installationId } from '../../../collector/storage/postgres/accounts/installation.ts';
import { createLoginAttempts } from '../../../collector/storage/postgres/accounts/login-attempts.ts';
import { createMemberStore } from '../../../collector/storage/postgres/accounts/members.ts';
import { createPasskeyStore } from '../../../collector/storage/postgres/accounts/passkeys.ts';
import { createProvisionedUserStore } from '../../../collector/storage/postgres/accounts/provisioned-users.ts';
import { createSecondFactorStore } from '../../../collector/storage/postgres/accounts/second-factors.ts';
import { createSessionStore } from '../../../collector/storage/postgres/accounts/sessions.ts';
import { createSetupLinkStore } from '../../../collector/storage/postgres/accounts/setup-links.ts';
import { createUsedTickets } from '../../../collector/storage/postgres/accounts/used-tickets.ts';
import type { Postgres } from '../../../collector/storage/postgres/pool.ts';
import { FakeWorld } from '../fakes/world.ts';
import { systemRandom } from '../system-random.ts';
import { type Answer, startTestApi, type TestApi } from './http.ts';

export const password = 'correct horse battery';

/** A browser that keeps the cookies it is given, as far as the collector sees one. */
export class Browser {
  readonly #api: TestApi;
  readonly #headers: Readonly<Record<string, string>>;
  cookie: string | undefined;

  constructor(api: TestApi, headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' }) {
    this.#api = api;
    this.#headers = headers;
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.#api.request(path, {
      method,
      headers: {
        ...this.#headers,
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const given = answer.headers.get('set-cookie');
    if (given !== null) this.cookie = given.includes('Max-Age=0') ? undefined : given.split(';')[0];
    return answer;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  signIn(email: string, secret = password): Promise<Answer> {
    return this.send('POST', '/api/auth/session', { email, password: secret });
  }
}

/** The API with people, sessions and links in PostgreSQL, and a clock that can be put forward. */
export async function startPeopleApi(
  t: ExecutionContext,
  postgres: Postgres,
  { trustedProxies = [], more = {} }: { trustedProxies?: string[]; more?: Partial<EndpointPorts> } = {},
) {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const world = new FakeWorld();
  const stores = {
    accounts: createAccountStore(postgres),
    apiKeys: createApiKeyStore(postgres),
    audit: createAuditLog(postgres),
    credentials: createCredentialStore(postgres),
    attempts: createLoginAttempts(postgres),
    members: createMemberStore(postgres),
    passkeys: createPasskeyStore(postgres),
    provisionedUsers: createProvisionedUserStore(postgres),
    secondFactors: sealedSecondFactors(
      createSecondFactorStore(postgres),
      new SecretBox(systemRandom.bytes(32), systemRandom),
    ),
    sessions: createSessionStore(postgres),
    setupLinks: createSetupLinkStore(postgres),
  };
  const counted: { days: number; bursts: number } = { days: 0, bursts: 0 };
  // Tokens of the second in which a password was set are void: these are of a later one.
  const later = { now: () => clock.now() + 2_000 };
  const tokens = new Tokens({ secret: systemRandom.bytes(32), clock: later, random: systemRandom });
  const usedTickets = createUsedTickets(postgres);
  const tickets = new Tickets({
    secret: systemRandom.bytes(32),
    clock,
    random: systemRandom,
    used: usedTickets,
  });
  const byToken = tokenAuthentication(tokens, stores.credentials);
  const keys = new KeyAuthentication({ apiKeys: stores.apiKeys, accounts: stores.accounts, clock });
  t.teardown(() => keys.close());
  const api = await startTestApi(t, {
    world,
    settings: { trustedProxies },
    sessions: new RequestSessions({
      authenticate: sessionAuthentication({ sessions: stores.sessions, clock }),
      installationId: await installationId(postgres),
      trustedProxies: new TrustedProxies(trustedProxies),
    }),
    wrapAuthenticate: (byKey) => (credential) =>
      looksLikeToken(credential)
        ? byToken(credential)
        : // Those that the API made are in PostgreSQL.
          Promise.resolve(keys.authenticate(credential)).then((caller) => caller ?? byKey(credential)),
    parts: {
      ports: {
        ...world.ports,
        ...stores,
        clock,
        tokens,
        tickets,
        usedTickets,
        publicUrl: undefined,
        ...more,
      },
      quota: dailyCallQuota(
        {
          count: ({ limit }) => {
            counted.days++;
            return { allowed: true, limit, remaining: 1, resetAt: 0 };
          },
          peek: ({ limit }) => ({ allowed: true, limit, remaining: 1, resetAt: 0 }),
        },
        clock,
        { take: () => void counted.bursts++ },
      ),
    },
  });
  return {
    api,
    clock,
    counted,
    stores,
    browser: (headers?: Record<string, string>) => new Browser(api, headers),
    /** Somebody with an account of his own, and a password. */
    register: async (email: string) =>
      (await stores.credentials.register({
        email,
        firstName: null,
        lastName: null,
        passwordHash: await world.passwords.hash(password),
      }))!,
    /** The token of a link for a person. */
    link: async (personId: number, lifetime = 3_600_000) =>
      (await makeSetupLink(personId, lifetime, { ...stores, random: systemRandom, clock })).token,
  };
}
