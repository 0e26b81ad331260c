import test from 'ava';
import { startTestApi } from '../../../support/http/http.ts';

const at = new Date('2026-05-01T00:00:00Z');
const until = new Date('2026-08-01T00:00:00Z');

test('certificates are searched by domain, with what was asked for', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const headers = { 'x-api-key': key };
  api.world.transparency.archived.push({
    id: 'a'.repeat(32),
    issuer: 'CN=R3,O=Authority',
    organization: 'Authority',
    serial: '0a',
    notBefore: at,
    notAfter: until,
    name: 'www.example.com',
    names: ['www.example.com'],
    nameCount: 1,
    logs: ['One', 'Two'],
    firstLoggedAt: at,
    isPrecertificate: false,
  });
  const answer = await api.request('/api/v2/certificates/search?domain=Example.COM&current=true', {
    headers,
  });
  t.is(answer.status, 200);
  t.like(answer.body, {
    domain: 'example.com',
    count: 1,
    certificates: [
      {
        name: 'www.example.com',
        organization: 'Authority',
        logs: ['One', 'Two'],
        not_after: until.toISOString(),
      },
    ],
  });
  t.like(api.world.transparency.searches[0], { name: 'example.com', below: true, limit: 100 });
  t.true(api.world.transparency.searches[0]!.validAt instanceof Date);
  const exact = await api.request('/api/v2/certificates/search?domain=example.com&below=false', { headers });
  t.is(exact.body.count, 0);
  t.is((await api.request('/api/v2/certificates/search?domain=a..b', { headers })).status, 400);
  t.is((await api.get('/api/v2/certificates/search?domain=example.com')).status, 401);
});

test('logs are told of with lag and evidence, and an administrator lets a stopped one go on', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const root = { key: (await api.world.addAccount('root@example.com', { administrator: true })).key };
  const headers = { 'x-api-key': key };
  const log = {
    id: 'b'.repeat(64),
    name: 'Log',
    operator: 'Operator',
    kind: 'tiled' as const,
    url: 'https://log.example/',
    status: 'stopped' as const,
    firstEntry: 10,
    size: 500,
    edge: Buffer.alloc(0),
    head: { size: 700, root: Buffer.alloc(32), timestamp: at, signature: Buffer.alloc(70) },
    advancedAt: at,
    lookedAt: at,
    nextLookAt: at,
    failures: 0,
    lastError: null,
    stoppedAt: at,
    reason: 'fork',
    evidence: { signed_now: { tree_size: 700 } },
    today: { entries: 5, unreadable: 0, bytes: 900 },
  };
  api.world.transparency.logs.push(log);
  const answer = await api.request('/api/v2/certificates/logs', { headers });
  t.like(answer.body, {
    count: 1,
    logs: [
      {
        name: 'Log',
        status: 'stopped',
        reason: 'fork',
        verified_entries: 500,
        lag: 200,
        today: { entries: 5 },
      },
    ],
  });
  const resume = (given: string, id: string) =>
    api.request(`/api/admin/certificate-logs/${id}/resume`, {
      method: 'POST',
      headers: { 'x-api-key': given },
    });
  t.is((await resume(key, log.id)).status, 403);
  t.is((await resume(root.key, 'unknown')).status, 404);
  t.deepEqual((await resume(root.key, log.id)).body, { id: log.id, status: 'following' });
});

test('certificates of watched domains are the own account alone', async (t) => {
  const api = await startTestApi(t);
  const ada = await api.world.addAccount('ada@example.com');
  const bob = await api.world.addAccount('bob@example.com');
  api.world.transparency.watched.push({
    accountId: ada.account.id,
    id: 7,
    locationId: 1,
    watched: 'example.com',
    relation: 'lookalike',
    imitation: 'typosquat',
    score: 65,
    name: 'exmple.com',
    seenAt: at,
    certificate: {
      id: 'c'.repeat(64),
      kind: 'precertificate',
      issuer: 'CN=R3',
      organization: 'Authority',
      serial: '01',
      notBefore: at,
      notAfter: until,
      names: ['exmple.com'],
      namesLeftOut: 2,
      log: 'Log',
      entry: 3,
      loggedAt: at,
    },
    verdict: { reasons: ['typosquat'], severity: 'medium', details: { score: 65 } },
  });
  const ask = async (key: string, query = '') =>
    (await api.request(`/api/v2/certificates/watched${query}`, { headers: { 'x-api-key': key } })).body;
  t.like(await ask(ada.key, '?domain=example.com&relation=lookalike'), {
    count: 1,
    certificates: [
      { watched: 'example.com', name: 'exmple.com', name_count: 3, verdict: { severity: 'medium' } },
    ],
  });
  t.is((await ask(ada.key, '?relation=own')).count, 0);
  t.is((await ask(bob.key)).count, 0);
});
