import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { accessRule } from '../../../collector/http/access/access-rule.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { roles } from '../../../collector/ports/accounts/people.ts';
import { credentialHeaders, login } from '../../support/contracts/operation-requests.ts';
import { startTestApi } from '../../support/http/http.ts';

/** Operations of people, which a session may ask for at all. */
const operations = (endpoints as readonly Endpoint<never>[]).filter(
  ({ access }) => !['location', 'resolver', 'provisioning'].includes(access),
);

/** What each role may do, by the roles that operations need. */
const permitted: Readonly<Record<(typeof roles)[number], readonly string[]>> = {
  owner: roles,
  administrator: ['administrator', 'analyst', 'auditor', 'viewer'],
  analyst: ['analyst', 'viewer'],
  auditor: ['auditor', 'viewer'],
  viewer: ['viewer'],
};

/** Sends a request that says enough to be let in or refused, and whose path names nothing that there is. */
async function startWalk(t: Parameters<typeof startTestApi>[0]) {
  const api = await startTestApi(t);
  const { world } = api;
  const { account } = await world.addAccount('ada@example.com', { tier: 'enterprise', administrator: true });
  const session = async (role: (typeof roles)[number]) => {
    const person = world.members.add(account.id, `${role}@example.com`, role);
    await world.credentials.setPassword(person.id, await world.passwords.hash(login.password));
    return world.addSession(account.id, person.id);
  };
  const ask = (endpoint: Endpoint<never>, cookie: string, headers: Record<string, string> = {}) =>
    api.request(endpoint.path.replaceAll(/\{\w+\}/g, '999999'), {
      method: endpoint.method,
      headers: {
        ...credentialHeaders({ cookie }),
        ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(endpoint.body === undefined ? {} : { body: '[]' }),
    });
  return { api, world, session, ask };
}

test('each operation takes the roles from the one that it needs, and no lesser one', async (t) => {
  for (const role of roles) {
    const { session, ask } = await startWalk(t);
    for (const endpoint of operations) {
      const { cookie } = await session(role);
      const { code } = (await ask(endpoint, cookie)).body;
      const what = `${role}: ${endpoint.method} ${endpoint.path}`;
      const { needs } = accessRule(endpoint);
      if (endpoint.access === 'admin' && role !== 'owner') {
        t.is(code, 'scope_insufficient', what);
      } else if (!permitted[role].includes(needs)) t.is(code, 'role_insufficient', what);
      else t.notRegex(String(code), /role|scope|session_required|credential_required/, what);
    }
  }
});

test('what changes anything needs more than a viewer, but for what is his own', (t) => {
  const own = [
    'PUT /api/auth/password',
    'POST /api/auth/logout-everywhere',
    'DELETE /api/auth/sessions',
    'DELETE /api/auth/sessions/{id}',
    'POST /api/v2/training/courses/{course_id}/answers',
    'DELETE /api/v2/training/courses/{course_id}/answers',
    'POST /api/v1/dns-monitoring/views',
    'DELETE /api/v1/dns-monitoring/views/{id}',
    // They change nothing: they ask with a body.
    'POST /api/v1/unbound/policy/preview',
    'POST /api/v1/dns-monitoring/agent-settings/preview',
    'POST /api/validate/dns-config',
  ];
  for (const endpoint of operations) {
    const what = `${endpoint.method} ${endpoint.path}`;
    if (endpoint.method === 'GET' || endpoint.access === 'public' || endpoint.access === 'session') continue;
    t.is(accessRule(endpoint).needs === 'viewer', own.includes(what), what);
  }
});

test('what takes an owner is said so, and an auditor reads the record and changes no more than a viewer', (t) => {
  const needing = (role: string) =>
    operations
      .filter(
        (endpoint) => endpoint.access !== 'admin' && accessRule(endpoint as Endpoint<never>).needs === role,
      )
      .map(({ method, path }) => `${method} ${path}`);
  t.deepEqual(needing('owner'), [
    'POST /api/account/export',
    'GET /api/account/export',
    'GET /api/account/export/archive',
    'DELETE /api/account/export',
    'POST /api/account/delete',
    'GET /api/v2/sso/config',
    'PUT /api/v2/sso/config',
    'DELETE /api/v2/sso/config',
  ]);
  t.deepEqual(needing('auditor'), ['GET /api/account/audit-log', 'GET /api/account/audit-log/verify']);
});

test('no page of another origin changes anything with a cookie, whatever the operation', async (t) => {
  const { session, ask } = await startWalk(t);
  const { cookie } = await session('owner');
  for (const endpoint of operations.filter(({ method }) => method !== 'GET')) {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await ask(endpoint, cookie, { 'sec-fetch-site': site });
      t.is(answer.body.code, 'cross_site_request', `${site}: ${endpoint.method} ${endpoint.path}`);
    }
  }
});

test('keys, members, tiers and deletions ask for the password after ten minutes', async (t) => {
  const { session, ask, world } = await startWalk(t);
  const { id, cookie } = await session('owner');
  await world.sessions.confirm(id, new Date(Date.now() - 11 * 60_000));
  const asked: string[] = [];
  for (const endpoint of operations) {
    // It would end the session that is walked with.
    if (endpoint.path === '/api/auth/logout-everywhere' || endpoint.path === '/api/auth/session') continue;
    const { code } = (await ask(endpoint, cookie)).body;
    if (code === 'confirmation_required') asked.push(`${endpoint.method} ${endpoint.path}`);
  }
  const expected = [
    'POST /api/account/api-keys',
    'DELETE /api/account/api-keys/{id}',
    'POST /api/account/members',
    'PUT /api/account/members/{id}',
    'DELETE /api/account/members/{id}',
    'PUT /api/admin/accounts/{id}/tier',
    'POST /api/admin/setup-links',
    'DELETE /api/v1/dns-monitoring/locations/{id}',
    'DELETE /api/v1/unbound/resolvers/{id}',
  ];
  for (const one of expected) t.true(asked.includes(one), one);
});
