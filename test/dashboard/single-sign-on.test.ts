import test, { type ExecutionContext } from 'ava';
import type { Browser, Page } from 'playwright-core';
import { createDashboard } from '../../collector/dashboard/dashboard-routes.ts';
import { indexRoute } from '../../collector/http/system/index-route.ts';
import { createOpenIdClient } from '../../collector/network/open-id-client.ts';
import { AddressPolicy } from '../../scanner/network/address-policy.ts';
import { createGuardedFetch } from '../../scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '../../scanner/network/system-resolver.ts';
import { launchBrowser } from '../support/dashboard/launch-browser.ts';
import { sharedBundle } from '../support/dashboard/shared-bundle.ts';
import { FakeWorld } from '../support/fakes/world.ts';
import { startTestApi } from '../support/http/http.ts';
import { silentLog } from '../support/silent-log.ts';
import { client, startRealProvider } from '../support/sso/real-provider.ts';
import { until } from '../support/until.ts';

const password = 'correct horse';

let browser: Browser;
test.before(async () => {
  browser = await launchBrowser();
});
test.after.always(() => browser?.close());

/** A dashboard at `localhost`, and a real provider at another site. */
async function start(t: ExecutionContext) {
  const { routes, page: handler } = createDashboard(await sharedBundle(), silentLog, indexRoute());
  const world = new FakeWorld();
  const fetch = createGuardedFetch({
    resolver: createSystemResolver(),
    policy: new AddressPolicy(['127.0.0.0/8']),
    userAgent: 'Sonde',
  });
  const ports = {
    ...world.ports,
    publicUrl: undefined,
    openId: createOpenIdClient({ fetch, clock: Date }),
  };
  const api = await startTestApi(t, { world, parts: { systemRoutes: routes, page: handler, ports } });
  const url = api.url.replace('127.0.0.1', 'localhost');
  const { issuer } = await startRealProvider(t, {
    redirect: `${url}/sso`,
    backchannelLogout: `${api.url}/api/v2/sso/backchannel-logout/acme`,
  });
  const { account } = await world.addAccount('root@example.com', { administrator: true, tier: 'enterprise' });
  const { person } = (await world.credentials.findMember(account.id, null))!;
  await world.credentials.setPassword(person.id, await world.passwords.hash(password));
  const troubles: string[] = [];
  const open = async () => {
    const context = await browser.newContext();
    t.teardown(() => context.close());
    // The provider's own pages want a font of somebody else.
    await context.route('https://**', (route) => route.abort());
    const page = await context.newPage();
    page.on('pageerror', (error) => troubles.push(String(error)));
    return page;
  };
  return { world, account, url, issuer, open, troubles };
}

/** What the provider's own pages ask for. */
async function proveThere(page: Page, issuer: string, name: string): Promise<void> {
  await page.waitForURL(`${issuer}/interaction/**`);
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
}

async function consent(page: Page, issuer: string): Promise<void> {
  await page.getByText('Authorize').first().waitFor();
  await page.waitForURL(`${issuer}/interaction/**`);
  await page.locator('button[type=submit]').click();
}

test('an administrator sets a provider up; somebody signs in by it, proves it again there, and is signed out by it', async (t) => {
  const { world, account, url, issuer, open, troubles } = await start(t);
  const root = await open();
  await root.goto(`${url}/administration`);
  await root.getByLabel('E-mail').fill('root@example.com');
  await root.getByLabel('Password').fill(password);
  await root.keyboard.press('Enter');
  await root.getByRole('button', { name: 'Set up a provider' }).click();
  const dialog = root.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Acme <b>');
  await dialog.getByLabel('Handle').fill('acme');
  await dialog.getByLabel('Issuer').fill(issuer);
  await dialog.getByLabel('Client', { exact: true }).fill(client.id);
  await dialog.getByLabel('Secret').fill(client.secret);
  await dialog.getByLabel('Claim with roles').fill('groups');
  await dialog.getByLabel('Roles', { exact: true }).fill('dns-team = analyst');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await root.getByText(`${url}/sso`).waitFor();
  t.false((await root.content()).includes(client.secret), 'the secret is nowhere any more');

  const page = await open();
  await page.goto(`${url}/account?from=here`);
  await page.getByRole('button', { name: 'Sign in with Acme <b>' }).click();
  await proveThere(page, issuer, 'ada');
  await consent(page, issuer);
  // Back at the page where it began, without a code in the address.
  await page.waitForURL(`${url}/account?from=here`);
  await page.getByText('ada@acme.example').first().waitFor();
  await page.getByText('Analyst').first().waitFor();
  const cookies = await page.context().cookies(url);
  t.true(cookies.some(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict'));

  // Some time later, what needs the password again needs the provider's word: this person has no password.
  const ada = (await world.credentials.find('ada@acme.example'))!;
  const epoch = new Date(0);
  const [session] = await world.sessions.list(account.id, ada.person.id, {
    usedAfter: epoch,
    begunAfter: epoch,
  });
  await world.sessions.confirm(session!.id, new Date(Date.now() - 11 * 60_000));
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByText('Who are you?').waitFor();
  t.is(await page.getByLabel('Password').count(), 0);
  await page.getByRole('button', { name: 'Confirm at Acme <b>' }).click();
  await proveThere(page, issuer, 'ada');
  await page.waitForURL(`${url}/account?from=here`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();

  // Signing out at the provider ends the session here.
  await page.goto(`${issuer}/session/end`);
  await page.locator('button[autofocus], button[value=yes], button').first().click();
  await until(async () => {
    const left = await world.sessions.list(account.id, ada.person.id, {
      usedAfter: epoch,
      begunAfter: epoch,
    });
    return left.length === 0;
  });
  await page.goto(`${url}/account`);
  await page.getByRole('button', { name: 'Sign in with Acme <b>' }).waitFor();
  t.deepEqual(troubles, []);
});

test('an answer that nobody set out for, and a return path to elsewhere, lead nowhere', async (t) => {
  const { url, open, troubles } = await start(t);
  const page = await open();
  await page.goto(`${url}/sso?code=stolen&state=x`);
  await page.getByText('The sign-in failed').waitFor();
  t.is(new URL(page.url()).search, '', 'the code does not stay in the address');
  for (const back of ['https://evil.example/', '//evil.example/', 'javascript:alert(1)']) {
    await page.evaluate(
      (to) =>
        sessionStorage.setItem('sonde-journey', JSON.stringify({ goal: 'sign_in', ticket: 'x', back: to })),
      back,
    );
    await page.goto(`${url}/sso?code=x&state=x`);
    await page.getByText('The sign-in failed').waitFor();
    t.true(page.url().startsWith(`${url}/`), back);
  }
  t.deepEqual(troubles, []);
});
