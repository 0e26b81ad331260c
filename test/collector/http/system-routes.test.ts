import test from 'ava';
import { Registry } from 'prom-client';
import { KeyAuthentication } from '../../../collector/domain/people/access/key-authentication.ts';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';
import { docsRoutes } from '../../../collector/http/system/docs-routes.ts';
import { healthRoutes } from '../../../collector/http/system/health-routes.ts';
import { indexRoute } from '../../../collector/http/system/index-route.ts';
import { metricsRoute } from '../../../collector/http/system/metrics-route.ts';
import { createPrometheusMeter } from '../../../collector/metrics/prometheus-meter.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { rawRequest } from '../../support/http/raw-http.ts';
import { silentLog } from '../../support/silent-log.ts';

test('live whatever happens, ready only while everything answers', async (t) => {
  let away = false;
  const checks = [
    { name: 'postgres', check: async () => {} },
    {
      name: 'clickhouse',
      check: async () => {
        if (away) throw new Error('connect ECONNREFUSED secret.host');
      },
    },
  ];
  const api = await startTestApi(t, { parts: { systemRoutes: healthRoutes(checks, silentLog) } });
  const ready = await api.get('/health/ready');
  t.is(ready.status, 200);
  t.deepEqual(ready.body, { status: 'ready', checks: ['postgres', 'clickhouse'] });
  away = true;
  const unready = await api.get('/health/ready');
  t.is(unready.status, 503);
  t.is(unready.body.code, 'not_ready');
  t.is(unready.body.error, 'Not ready: clickhouse.');
  t.false(unready.text.includes('secret'));
  t.is((await api.get('/health/live')).status, 200);
});

test('metrics count by the route of the table, never by what clients made up', async (t) => {
  const registry = new Registry();
  const api = await startTestApi(t, {
    parts: {
      systemRoutes: [metricsRoute(registry, 'open', { authenticate: () => undefined, sessions: noSessions })],
      meter: createPrometheusMeter(registry),
    },
  });
  const { key } = await api.world.addAccount('ada@example.com');
  await api.get('/api/v1/dns-monitoring/threats/5', key);
  await api.get('/api/v1/dns-monitoring/threats/6', key);
  await api.get('/made-up', key);
  const metrics = await api.get('/metrics');
  t.regex(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  t.regex(
    metrics.text,
    /_count\{method="GET",route="\/api\/v1\/dns-monitoring\/threats\/\{id\}",status="404"\} 2/,
  );
  t.regex(metrics.text, /_count\{method="GET",route="unmatched",status="404"\} 1/);
  t.false(metrics.text.includes('made-up'));
});

test('metrics are for this machine, for administrators or for all', async (t) => {
  for (const access of ['local', 'admin', 'open'] as const) {
    const world = new FakeWorld();
    const keys = new KeyAuthentication({ apiKeys: world.apiKeys, accounts: world.accounts, clock: Date });
    t.teardown(() => keys.close());
    const api = await startTestApi(t, {
      world,
      parts: {
        systemRoutes: [
          metricsRoute(new Registry(), access, { authenticate: keys.authenticate, sessions: noSessions }),
        ],
      },
    });
    const { key } = await world.addAccount('ada@example.com');
    const { key: adminKey } = await world.addAccount('root@example.com', { administrator: true });
    const passedOn = (credential: string | undefined, header = 'x-forwarded-for') =>
      api.request('/metrics', {
        headers: { [header]: '127.0.0.1', ...(credential === undefined ? {} : { 'x-api-key': credential }) },
      });
    t.is((await api.get('/metrics')).status, access === 'admin' ? 401 : 200, access);
    t.is((await passedOn(undefined)).status, access === 'open' ? 200 : 401, access);
    t.is((await passedOn(undefined, 'forwarded')).status, access === 'open' ? 200 : 401, access);
    t.is((await passedOn(key)).status, access === 'open' ? 200 : 403, access);
    t.is((await passedOn(adminKey)).status, 200, access);
  }
});

test('the documentation needs nothing from elsewhere', async (t) => {
  const document = openApiDocument(endpoints, '1.2.3');
  const api = await startTestApi(t, {
    parts: { systemRoutes: [indexRoute(), ...docsRoutes(() => document)] },
  });
  t.is((await api.get('/')).headers.get('location'), '/docs');
  const page = await api.get('/docs');
  t.is(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  t.regex(policy, /^default-src 'none'; script-src 'self';/);
  t.false(/unsafe|https?:/.test(policy));
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  t.true(links.length >= 4);
  for (const link of links) {
    t.true(link.startsWith('/'), link);
    t.is((await api.get(link)).status, 200, link);
  }
  t.false(/<script>|<style|style=|\son\w+=/.test(page.text));
  const styles = await api.get('/docs/assets/swagger-ui.css');
  t.false(/url\(["']?https?:|@import/.test(styles.text));
});

test('the document is served, and not again to those who have it', async (t) => {
  const document = openApiDocument(endpoints, '1.2.3');
  const api = await startTestApi(t, { parts: { systemRoutes: docsRoutes(() => document) } });
  const first = await api.get('/openapi.json');
  t.is(first.body.openapi, '3.1.0');
  const etag = first.headers.get('etag') ?? '';
  // By hand, since fetch adds `Cache-Control: no-cache` to conditional requests.
  const again = await rawRequest(
    api.address,
    `GET /openapi.json HTTP/1.1\r\nHost: a\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
  );
  t.regex(again, /^HTTP\/1\.1 304 /);
});
