import { existsSync } from 'node:fs';
import test from 'ava';
import { chromium } from 'playwright-core';
import { endpoints } from '../../../collector/endpoints/index.ts';
import { graphqlAdmission } from '../../../collector/graphql/admission.ts';
import { createGraphqlFace } from '../../../collector/graphql/graphql-routes.ts';
import { noQuota } from '../../../collector/http/call-quota.ts';
import { openApiDocument } from '../../../collector/http/openapi/document.ts';
import { RequestsOfCallers } from '../../../collector/http/requests-of-callers.ts';
import { docsRoutes } from '../../../collector/http/system/docs-routes.ts';
import { FakeWorld } from '../../support/fakes/world.ts';
import { startTestApi } from '../../support/http/http.ts';
import { silentLog } from '../../support/silent-log.ts';

const executablePath = '/usr/bin/chromium';
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

if (!existsSync(executablePath)) {
  test('chromium is not installed: the pages are not tried in a browser', (t) => t.pass());
} else {
  test('the pages work in a browser, under their own policies and without any other host', async (t) => {
    const world = new FakeWorld();
    const underWay = new RequestsOfCallers(200);
    const face = await createGraphqlFace({
      ports: { ...world.ports, ...world.scans.ports },
      log: silentLog,
      explorer: true,
      timeLimit: 10_000,
      ...graphqlAdmission({ authenticate: async () => undefined, quota: noQuota, underWay }),
    });
    t.teardown(() => face.stop());
    const systemRoutes = [...face.routes, ...(await docsRoutes(openApiDocument(endpoints, '1.2.3')))];
    const api = await startTestApi(t, { world, parts: { systemRoutes, underWay } });
    const browser = await chromium.launch({ executablePath, args: quiet });
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
    await page.locator('.opblock-summary', { hasText: '/api/auth/register' }).click();
    await page.locator('button.execute').waitFor();
    await page.goto(`${api.url}/graphql`);
    await page.getByText('Send Request').first().waitFor();
    await page.getByText('Reloaded doc').waitFor();
    t.is(await page.getByText('Altair AI').count(), 0, 'no banners');
    t.deepEqual(troubles, []);
  });
}
