import test from 'ava';
import { SecretBox } from '../../../collector/domain/people/access/secret-box.ts';
import { openIdProvider } from '../../../collector/domain/people/single-sign-on/provider.ts';
import { provideSso } from '../../../collector/start/provide-sso.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { systemRandom } from '../../support/system-random.ts';

const config = {
  ssoIssuer: 'https://id.example',
  ssoClientId: 'sonde',
  ssoClientSecret: 'a secret',
  ssoClientAuthentication: 'client_secret_basic',
  ssoName: 'Acme',
  ssoHandle: 'acme',
  ssoDomains: ['acme.example'],
  ssoRoleClaim: 'groups',
  ssoRoles: [{ value: 'dns', role: 'analyst' }],
  ssoDefaultRole: 'none',
} as const;

test('the settings give the administrator a provider, which the API shows and does not change, and take it away', async (t) => {
  const world = new FakeWorld();
  const { account, key } = await world.addAccount('root@example.com', { administrator: true });
  const secrets = new SecretBox(systemRandom.bytes(32), systemRandom);
  const warnings: string[] = [];
  const ports = {
    singleSignOn: world.singleSignOn,
    secrets,
    log: { warn: (_fields: object, message: string) => void warnings.push(message) },
  };
  await provideSso(config, account.id, ports);
  const provider = (await world.singleSignOn.find(account.id))!;
  t.like(provider, { source: 'settings', settings: { default_role: null, domains: ['acme.example'] } });
  t.is(openIdProvider(provider, secrets).secret, 'a secret');

  const { startTestApi } = await import('../../support/http/http.ts');
  const api = await startTestApi(t, { world });
  t.is((await api.get('/api/v2/sso/config', key)).body.source, 'settings');
  const wanted = { handle: 'x', name: 'x', issuer: 'https://id.example', client_id: 'x', secret: 'x' };
  t.is((await api.send('PUT', '/api/v2/sso/config', wanted, key)).status, 409);
  t.is((await api.send('DELETE', '/api/v2/sso/config', undefined, key)).status, 409);

  await provideSso({ ...config, ssoDomains: ['no domain'] }, account.id, ports);
  t.is(warnings.length, 1);
  t.is(await world.singleSignOn.find(account.id), undefined);
  await provideSso(config, account.id, ports);
  await provideSso({ ...config, ssoIssuer: undefined }, account.id, ports);
  t.is(await world.singleSignOn.find(account.id), undefined);
});
