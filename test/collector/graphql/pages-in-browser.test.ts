import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { noQuota } from '../../../collector/http/limits/call-quota.ts';
import { RequestsOfCallers } from '../../../collector/http/limits/requests-of-callers.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';
import { docsRoutes } from '../../../collector/http/system/docs-routes.ts';
import { launchBrowser } from '../../support/dashboard/launch-browser.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { noSessions } from '../../support/http/no-sessions.ts';
import { silentLog } from '../../support/silent-log.ts';
import { until } from '../../support/until.ts';

test('the pages work in a browser, under their own policies and without any other host', async (t) => {
  const world = new FakeWorld();
  const underWay = new RequestsOfCallers(200);
  const face = await createGraphqlFace({
    ports: { ...world.ports, ...world.scans.ports },
    log: silentLog,
    explorer: true,
    timeLimit: 10_000,
    ...graphqlAdmission({
      authenticate: async () => undefined,
      sessions: noSessions,
      quota: noQuota,
      underWay,
    }),
  });
  t.teardown(() => face.stop());
  const systemRoutes = [...face.routes, ...docsRoutes(() => openApiDocument(endpoints, '1.2.3'))];
  const api = await startTestApi(t, { world, parts: { systemRoutes, underWay } });
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${api.url}/`)) {
      troubles.push(`asked for ${request.url()}`);
    }
  });
  await page.goto(`${api.url}/docs`);
  const padlocks = (path: string) =>
    page.locator('.opblock-summary', { hasText: path }).locator('.authorization__btn').count();
  await page.locator('.opblock-summary', { hasText: '/api/auth/me' }).waitFor();
  t.deepEqual([await padlocks('/api/auth/me'), await padlocks('/api/auth/register')], [1, 0]);
  await page.locator('button.authorize').click();
  await page.locator('.auth-container input').first().fill('a key');
  await page.locator('.auth-container button.authorize').first().click();
  await page.locator('.auth-btn-wrapper button.btn-done').first().click();
  await until(async () => (await padlocks('/api/auth/register')) === 1);
  await page.locator('.opblock-summary', { hasText: '/api/auth/register' }).click();
  await page.locator('button.execute').waitFor();
  await page.goto(`${api.url}/graphql`);
  await page.getByText('Send Request').first().waitFor();
  await page.getByText('Reloaded doc').waitFor();
  t.is(await page.getByText('Altair AI').count(), 0, 'no banners');
  t.deepEqual(troubles, []);
});
