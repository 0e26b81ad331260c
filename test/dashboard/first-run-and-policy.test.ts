import { existsSync } from 'node:fs';
import test from 'ava';
import { SondeClient } from '../../client/sonde-client.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled, watchedPage } from '../support/dashboard/open-browser.ts';
import { seedAgent } from '../support/dashboard/seed-agent.ts';
import { seedPolicy } from '../support/dashboard/seed-traffic.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';

if (!existsSync(executablePath)) {
  test('chromium is not installed: the pages of policies are not tried in a browser', (t) => t.pass());
} else {
  test('the first packet and row appear by themselves; versions of a policy are compared, and gone back to', async (t) => {
    t.timeout(600_000);
    const { url } = await startTestCollector(t, { feedDirectory: '/nonexistent' });
    const api = new SondeClient({ url, key: adminKey });
    const browser = await openBrowser(t);
    const { page, troubles } = await watchedPage(await browser.newContext({ locale: 'en-GB' }), url);
    const { path } = await api.call('POST /api/admin/setup-links', { body: {} });
    await page.goto(`${url}${path}`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation').first().waitFor();

    // Nothing has come yet; what comes then appears without a reload, until all three steps are done.
    await page.getByRole('heading', { name: 'The first minutes' }).waitFor();
    const steps = page.locator('.milestones > li');
    await steps.nth(2).waitFor();
    t.is(await page.locator('.milestones > li.done').count(), 0);
    const { api_key: locationKey } = await api.call('POST /api/v1/dns-monitoring/locations', {
      body: { location_name: 'Office' },
    });
    await seedAgent(url, locationKey);
    for (const index of [0, 1, 2])
      await page.locator(`.milestones > li:nth-child(${index + 1}).done`).waitFor();
    await steps.nth(0).getByText('gateway.office.example').waitFor();
    await steps.nth(1).getByText('1,020').waitFor();
    await page.locator('td .name', { hasText: 'host-0.example.com' }).first().waitFor();
    t.is(new URL(page.url()).pathname, '/welcome');

    await seedPolicy(api);

    await page.goto(`${url}/resolvers`);
    await settled(page);
    const first = page.getByRole('row', { name: /resolver-1/ });
    await first.getByText('the latest').waitFor();
    const second = page.getByRole('row', { name: /resolver-2/ });
    await second.getByText('behind since').waitFor();
    await second.getByText('1 rule is not enforceable').waitFor();

    // The version that a resolver holds leads to what it changed.
    await second.getByRole('link', { name: 'Version 3' }).click();
    await page.waitForURL(/\/policy\?view=versions&to=3$/);
    const compared = page.getByRole('region', { name: 'What changed' });
    await compared.getByText('Added', { exact: true }).waitFor();
    await compared.getByText('bad.example', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Version 4' }).click();
    await compared.getByText('Changed', { exact: true }).waitFor();
    t.deepEqual(await compared.locator('del').allTextContents(), ['No such name', '100%']);
    t.deepEqual(await compared.locator('ins').allTextContents(), ['No such data', '50%']);
    // The other way round, by the address, which a reload keeps.
    await compared.getByLabel('From').selectOption({ label: 'Version 4' });
    await compared.getByLabel('To').selectOption({ label: 'Version 2' });
    await compared.getByText('Removed', { exact: true }).waitFor();
    await page.reload();
    await compared.getByText('Removed', { exact: true }).waitFor();
    t.regex(page.url(), /from=4/);

    // Whoever goes back sees before what that does.
    await page
      .getByRole('row', { name: /Version 2/ })
      .getByRole('button', { name: 'Go back to it' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Go back to version 2' });
    await dialog.getByText('Removed', { exact: true }).waitFor();
    t.deepEqual(await dialog.locator('ins').allTextContents(), ['No such name', '100%']);
    await dialog.getByRole('button', { name: 'Go back to it' }).click();
    await page.getByText('The rules of version 2 are in force again.').waitFor();
    await page
      .getByRole('row', { name: /Version 5/ })
      .getByText('in force')
      .waitFor();
    const { rules } = await api.call('GET /api/v1/unbound/policy/rules');
    t.deepEqual(
      rules.map(({ match, rollout_percent: percent }) => ['name' in match && match.name, percent]),
      [['telemetry.vendor.example', 100]],
    );
    await page.goto(`${url}/policy?view=versions&from=1&to=99`);
    await page.getByRole('alert').waitFor();
    t.deepEqual(troubles, []);
  });
}
