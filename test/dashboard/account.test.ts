import test, { type ExecutionContext } from 'ava';
import type { Browser, Locator, Page } from 'playwright-core';
import { createDashboard } from '../../collector/dashboard/dashboard-routes.ts';
import { indexRoute } from '../../collector/http/system/index-route.ts';
import { launchBrowser } from '../support/dashboard/launch-browser.ts';
import { sharedBundle } from '../support/dashboard/shared-bundle.ts';
import { FakeWorld } from '../support/fakes/world.ts';
import { shownCode } from '../support/http/authenticator-app.ts';
import { startTestApi } from '../support/http/http.ts';
import { silentLog } from '../support/silent-log.ts';
import { until } from '../support/until.ts';

const password = 'correct horse';

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

/** Signs somebody in, the administrator if nobody is named, at the page that asks who comes. */
async function giveIn(page: Page, email = 'root@example.com'): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** The dashboard of an administrator, and pages whose errors are written down. */
async function startDashboard(t: ExecutionContext) {
  const { routes, page: handler } = createDashboard(await sharedBundle(), silentLog, indexRoute());
  const world = new FakeWorld();
  const api = await startTestApi(t, {
    world,
    parts: { systemRoutes: routes, page: handler, ports: { ...world.ports, publicUrl: undefined } },
  });
  const { account } = await world.addAccount('root@example.com', { administrator: true, tier: 'enterprise' });
  const { person } = (await world.credentials.findMember(account.id, null))!;
  await world.credentials.setPassword(person.id, await world.passwords.hash(password));
  const troubles: string[] = [];
  const open = async () => {
    const context = await browser.newContext();
    t.teardown(() => context.close());
    const page = await context.newPage();
    page.on('pageerror', (error) => troubles.push(String(error)));
    return page;
  };
  return { api, world, account, open, troubles };
}

test('an owner takes a member in, who sets a password by the link and sees what a viewer sees', async (t) => {
  const { api, open, troubles } = await startDashboard(t);
  const owner = await open();
  await owner.goto(`${api.url}/account`);
  await giveIn(owner);
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
  t.is(await viewer.getByRole('button', { name: 'Delete the account' }).count(), 0);
  t.is(await viewer.getByRole('link', { name: 'Administration' }).count(), 0);

  // A role that is changed holds in the session that is open.
  await owner.reload();
  await owner.getByLabel('Role of vera@example.com').selectOption('owner');
  await owner.getByText('vera@example.com: Owner.').waitFor();
  await viewer.reload();
  await viewer.getByRole('button', { name: 'Make a key' }).click();
  await viewer.getByLabel('Label').fill('a report');
  await viewer.getByLabel('From these networks alone').fill('192.0.2.0/24, 2001:db8::/32');
  await viewer.getByLabel('Read only').check();
  await viewer.getByText('Operations: all').click();
  await viewer.getByLabel('Passive DNS').check();
  await viewer.getByRole('button', { name: 'Make it' }).click();
  t.regex((await viewer.locator('dialog pre').textContent())!, /^sonde_key_/);
  await viewer.keyboard.press('Escape');
  await viewer.getByText('from 192.0.2.0/24, 2001:db8::/32').waitFor();
  await viewer.getByText('Read only').waitFor();
  await viewer.getByText('Passive DNS', { exact: true }).waitFor();
  t.deepEqual(troubles, []);
});

test('a person sets an app up, signs in with its code, and then with a passkey, which confirms him too', async (t) => {
  const { api, world, open, troubles, account } = await startDashboard(t);
  // Passkeys take a name: browsers have none for addresses.
  const url = api.url.replace('127.0.0.1', 'localhost');
  const page = await open();
  await page.goto(`${url}/account`);
  await giveIn(page);

  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = (await page.locator('dialog pre').textContent())!;
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The app shows another code').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(shownCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have them' }).waitFor();
  const recovery = await page.locator('.codes li').allTextContents();
  t.is(recovery.length, 10);
  await page.getByRole('button', { name: 'I have them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();

  const later = await open();
  await later.goto(`${url}/account`);
  await giveIn(later);
  await later.getByLabel('Code').fill(recovery[0]!);
  await later.keyboard.press('Enter');
  await later.getByText('Recovery codes left: 9').waitFor();

  const devtools = await later.context().newCDPSession(later);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await later.getByRole('button', { name: 'Add a passkey' }).click();
  await later.getByRole('textbox', { name: 'Name' }).fill('the <b>blue</b> key');
  await later.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await later.getByText('the <b>blue</b> key').first().waitFor();
  await later.getByRole('button', { name: 'Rename' }).click();
  await later.getByRole('textbox', { name: 'Name' }).fill('blue key');
  await later.keyboard.press('Enter');
  await later.getByRole('button', { name: 'Rename blue key' }).waitFor();

  // The open page is left first: told that it is signed out, it would offer passkeys and sign in behind the one that comes.
  const comeBack = async () => {
    await later.goto('about:blank');
    await later.context().clearCookies();
    await later.goto(`${url}/account`);
  };

  // Chosen from what the browser fills in, without a button: the virtual authenticator chooses at once.
  const fillsIn = await later.evaluate('PublicKeyCredential.isConditionalMediationAvailable()');
  t.true(fillsIn);
  await comeBack();
  await later.getByRole('button', { name: 'Make a key' }).waitFor();

  // Without password and code by the button; then, when that is some time ago, it confirms who is there.
  await later.addInitScript(
    'if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false',
  );
  await comeBack();
  await later.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await later.getByRole('button', { name: 'Make a key' }).waitFor();
  const always = { usedAfter: new Date(0), begunAfter: new Date(0) };
  for (const { id } of await world.sessions.list(account.id, null, always)) {
    await world.sessions.confirm(id, new Date(Date.now() - 11 * 60_000));
  }
  await later.getByRole('button', { name: 'Make a key' }).click();
  await later.getByLabel('Label').fill('a report');
  await later.getByRole('button', { name: 'Make it' }).click();
  await later.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await later.locator('dialog pre').waitFor();
  await later.keyboard.press('Escape');

  // Somebody who is not the person: the authenticator says so, and the page goes on.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await comeBack();
  await later.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await later.getByText('No passkey was used.').waitFor();
  await giveIn(later);
  await later.getByLabel('Code').fill(recovery[1]!);
  await later.keyboard.press('Enter');
  await later.getByRole('button', { name: 'Remove blue key' }).click();
  await later.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await later.getByText('The passkey is removed.').waitFor();
  await later.locator('.ways').getByRole('button', { name: 'Remove', exact: true }).click();
  await later.getByRole('dialog').getByLabel('Password').fill(password);
  await later.keyboard.press('Enter');
  await later.getByText('The authenticator app is removed.').waitFor();
  t.deepEqual(troubles, []);
});

test('who comes back when the session is over is asked to sign in once, not first in front of a page that then goes', async (t) => {
  const { api, open, troubles } = await startDashboard(t);
  const page = await open();
  await page.addInitScript(`
    localStorage.setItem('sonde-signed-in', '');
    globalThis.dialogs = 0;
    new MutationObserver(() => { dialogs += document.querySelectorAll('dialog').length; })
      .observe(document, { childList: true, subtree: true });
  `);
  // Who is signed in is answered after everything else.
  const answered = new Set<string>();
  page.on('requestfinished', (request) => answered.add(new URL(request.url()).pathname.split('/').at(-1)!));
  await page.route('**/api/auth/me', async (route) => {
    await until(() => answered.has('locations') && answered.has('client-names'));
    await route.fallback();
  });
  await page.goto(`${api.url}/account`);
  await giveIn(page);
  await page.getByRole('button', { name: 'Make a key' }).waitFor();
  t.is(await page.evaluate('dialogs'), 0);
  t.deepEqual(troubles, []);
});

test('two changes that need the password again are both made when it is given once', async (t) => {
  const { api, world, open, troubles, account } = await startDashboard(t);
  const page = await open();
  await page.goto(`${api.url}/account`);
  await giveIn(page);
  await page.getByRole('button', { name: 'Add a member' }).click();
  await page.getByLabel('E-mail').fill('vera@example.com');
  await page.keyboard.press('Enter');
  await page.locator('dialog pre').waitFor();
  await page.keyboard.press('Escape');
  const always = { usedAfter: new Date(0), begunAfter: new Date(0) };
  for (const { id } of await world.sessions.list(account.id, null, always)) {
    await world.sessions.confirm(id, new Date(Date.now() - 11 * 60_000));
  }
  // Both are under way before one of them is refused.
  let asked = 0;
  let answered = 0;
  await page.route(/\/api\/account\/members\/\d+/, async (route) => {
    asked++;
    await until(() => asked >= 2);
    await route.fallback();
  });
  page.on('requestfinished', (request) => {
    if (request.url().includes('/account/members/')) answered++;
  });
  await page.getByLabel('Role of vera@example.com').selectOption('analyst');
  await page.getByRole('button', { name: 'New link' }).click();
  await until(() => answered === 2);
  await page.getByRole('dialog', { name: 'Your password again' }).getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('vera@example.com: Analyst.').waitFor();
  await page.getByRole('dialog', { name: 'The link to pass on' }).waitFor();
  t.deepEqual(troubles, []);
});

test('roles that are chosen while another is on its way are given, too, and the last one of a member stays', async (t) => {
  const { api, world, open, troubles, account } = await startDashboard(t);
  const emails = ['vera@example.com', 'anna@example.com'] as const;
  for (const email of emails) world.members.add(account.id, email, 'viewer');
  const page = await open();
  await page.goto(`${api.url}/account`);
  await giveIn(page);
  const [vera, anna] = emails.map((email) => page.getByLabel(`Role of ${email}`)) as [Locator, Locator];
  let isChosen = false;
  await page.route(/\/api\/account\/members\/\d+$/, async (route) => {
    await until(() => isChosen);
    await route.fallback();
  });
  await vera.selectOption('analyst');
  await vera.selectOption('owner');
  await anna.selectOption('analyst');
  // What is wanted is shown before it is so.
  t.deepEqual([await vera.inputValue(), await anna.inputValue()], ['owner', 'analyst']);
  isChosen = true;
  for (const said of ['vera@example.com: Owner.', 'anna@example.com: Analyst.'])
    await page.getByText(said).waitFor();
  await page.reload();
  t.deepEqual([await vera.inputValue(), await anna.inputValue()], ['owner', 'analyst']);
  t.deepEqual(troubles, []);
});

test('an owner deletes the account by its address, unless it is the last that administrates', async (t) => {
  const { api, world, open, troubles, account: root } = await startDashboard(t);
  const { account } = await world.addAccount('ada@example.com');
  const { person } = (await world.credentials.findMember(account.id, null))!;
  await world.credentials.setPassword(person.id, await world.passwords.hash(password));
  const page = await open();
  const open_ = page.getByRole('button', { name: 'Delete the account …' });
  const signIn = async (email: string) => {
    await page.goto(`${api.url}/account`);
    await giveIn(page, email);
  };
  await signIn('ada@example.com');
  await open_.click();
  const address = page.getByLabel('E-mail address of the account');
  await address.fill('root@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('is not the e-mail address of this account').waitFor();
  t.truthy(await world.accounts.find(account.id));
  await page.keyboard.press('Escape');
  await open_.click();
  t.is(await address.inputValue(), '');
  await address.fill('ada@example.com');
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByLabel('Password').waitFor();
  t.is(await world.accounts.find(account.id), undefined);

  // The collector refuses to be left without an administrator, and says so.
  await signIn('root@example.com');
  await open_.click();
  await address.fill('root@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Create another one first').waitFor();
  t.truthy(await world.accounts.find(root.id));
  t.deepEqual(troubles, []);
});

test('an owner exports the account: asks, calls off, waits, and downloads by the password', async (t) => {
  const { api, world, open, troubles } = await startDashboard(t);
  const { account } = await world.addAccount('ada@example.com');
  const { person } = (await world.credentials.findMember(account.id, null))!;
  await world.credentials.setPassword(person.id, await world.passwords.hash(password));
  const page = await open();
  await page.goto(`${api.url}/account`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const ask = async () => {
    await page.getByRole('button', { name: /^Export (all data|anew) …$/ }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('In progress: 0').waitFor();
  };
  await ask();
  await page.getByRole('button', { name: 'Call off' }).click();
  await page.getByRole('button', { name: 'Export all data …' }).waitFor();
  await ask();
  world.accountExports.finish(account.id);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  t.regex(download.suggestedFilename(), /^sonde-account-\d+-.*\.zip$/);
  t.is(await download.failure(), null);
  await page.getByRole('button', { name: 'Delete the archive' }).click();
  await page.getByRole('button', { name: 'Export all data …' }).waitFor();
  t.deepEqual(troubles, []);
});
