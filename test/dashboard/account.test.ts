import test from 'ava';
import { chromium } from 'playwright-core';
import { DashboardBundle } from '../../collector/dashboard/dashboard-bundle.ts';
import { createDashboard } from '../../collector/dashboard/dashboard-routes.ts';
import { indexRoute } from '../../collector/http/system/index-route.ts';
import { FakeWorld } from '../support/fakes/world.ts';
import { startTestApi } from '../support/http/http.ts';
import { silentLog } from '../support/silent-log.ts';
import { systemRandom } from '../support/system-random.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const executablePath = '/usr/bin/chromium';
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

test('an owner takes a member in, who sets a password by the link and sees what a viewer sees', async (t) => {
  const dataDirectory = await temporaryDirectory(t);
  const bundle = new DashboardBundle({ dataDirectory, random: systemRandom, log: silentLog });
  const { routes, page: handler } = createDashboard(bundle, silentLog, indexRoute());
  const world = new FakeWorld();
  const api = await startTestApi(t, { world, parts: { systemRoutes: routes, page: handler } });
  const { account } = await world.addAccount('root@example.com', { administrator: true, tier: 'enterprise' });
  const { person } = (await world.credentials.findMember(account.id, null))!;
  await world.credentials.setPassword(person.id, await world.passwords.hash('correct horse'));
  const browser = await chromium.launch({ executablePath, args: quiet });
  t.teardown(() => browser.close());
  const troubles: string[] = [];
  const open = async () => {
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => troubles.push(String(error)));
    return page;
  };

  const owner = await open();
  await owner.goto(`${api.url}/account`);
  await owner.getByLabel('E-mail').fill('root@example.com');
  await owner.getByLabel('Password').fill('correct horse');
  await owner.keyboard.press('Enter');
  await owner.getByRole('button', { name: 'Add a member' }).click();
  await owner.getByLabel('E-mail').fill('vera@example.com');
  await owner.keyboard.press('Enter');
  const link = (await owner.locator('dialog pre').textContent())!;
  t.true(link.startsWith(`${api.url}/setup#`));

  const viewer = await open();
  await viewer.goto(link);
  await viewer.locator('input[type=password]').first().fill('a password of mine');
  await viewer.keyboard.press('Enter');
  await viewer.locator('nav').first().waitFor();
  t.false(viewer.url().includes('#'), 'the token does not stay in the address');
  await viewer.goto(`${api.url}/account`);
  await viewer.getByText('root@example.com').first().waitFor();
  t.is(await viewer.getByRole('button', { name: 'Add a member' }).count(), 0);
  t.is(await viewer.getByRole('button', { name: 'Make a key' }).count(), 0);
  t.is(await viewer.getByRole('link', { name: 'Administration' }).count(), 0);

  // A role that is changed holds in the session that is open.
  await owner.reload();
  await owner.getByLabel('Role of vera@example.com').selectOption('owner');
  await owner.getByText('vera@example.com: Owner.').waitFor();
  await viewer.reload();
  await viewer.getByRole('button', { name: 'Make a key' }).click();
  await viewer.getByLabel('Label').fill('a report');
  await viewer.getByRole('button', { name: 'Make it' }).click();
  t.regex((await viewer.locator('dialog pre').textContent())!, /^sonde_key_/);
  t.deepEqual(troubles, []);
});
