import type { ExecutionContext } from 'ava';
import { createOpenIdClient } from '../../../collector/network/open-id-client.ts';
import { createAccountAdministration } from '../../../collector/storage/postgres/accounts/account-administration.ts';
import { createSingleSignOnStore } from '../../../collector/storage/postgres/accounts/single-sign-on.ts';
import type { Postgres } from '../../../collector/storage/postgres/pool.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../../scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '../../../scanner/network/system-resolver.ts';
import { type Browser, startPeopleApi } from '../http/people-api.ts';
import { ScriptedProvider } from './scripted-provider.ts';

/** The API with people in PostgreSQL, an account of the tier enterprise, and a provider that lies as a test has it. */
export async function startSsoApi(
  t: ExecutionContext,
  postgres: Postgres,
  { allowed = ['127.0.0.0/8'] }: { allowed?: readonly string[] } = {},
) {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const provider = await ScriptedProvider.start(t, clock.now);
  const fetch = createGuardedFetch({
    resolver: createSystemResolver(),
    policy: new AddressPolicy(allowed),
    userAgent: 'Sonde',
  });
  const more = {
    singleSignOn: createSingleSignOnStore(postgres),
    accountAdministration: createAccountAdministration(postgres),
    openId: createOpenIdClient({ fetch, clock }),
  };
  const people = await startPeopleApi(t, postgres, { more: { ...more, clock } });
  Object.defineProperty(people.clock, 'ahead', {
    get: () => clock.ahead,
    set: (ahead) => (clock.ahead = ahead),
  });
  const owner = await people.register('root@acme.example');
  await more.accountAdministration.setTier(owner.account.id, 'enterprise');
  const root = people.browser();
  await root.signIn('root@acme.example');
  const settings = {
    handle: 'acme',
    name: 'Acme',
    issuer: provider.issuer,
    client_id: provider.clientId,
  };
  const configure = (change: object = {}, browser = root) =>
    browser.send('PUT', '/api/v2/sso/config', { ...settings, secret: provider.secret, ...change });

  /** Goes to the provider; what it was asked. */
  const setOut = async (
    browser: Browser,
    path = '/api/auth/session/sso',
    body: object | undefined = { provider: 'acme' },
  ) => {
    const begun = await browser.send('POST', path, body);
    t.is(begun.status, 200, begun.text);
    return { ticket: String(begun.body.ticket), asked: provider.read(String(begun.body.url)) };
  };
  const finish = (browser: Browser, ticket: string, answer: string, path = '/api/auth/session/sso') =>
    browser.send('POST', `${path}/finish`, { ticket, answer });
  /** The whole way. */
  const signIn = async (browser: Browser) => {
    const { ticket, asked } = await setOut(browser);
    return finish(browser, ticket, provider.answer(asked));
  };
  return { ...people, ...more, provider, owner, root, settings, configure, setOut, finish, signIn };
}
