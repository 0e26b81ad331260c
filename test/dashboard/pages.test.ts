import { existsSync } from 'node:fs';
import test from 'ava';
import type { Locator, Page } from 'playwright-core';
import { violations } from '../support/dashboard/axe.ts';
import { answerAudits } from '../support/dashboard/chain-answer.ts';
import { answerDomainLists } from '../support/dashboard/domain-list-answers.ts';
import { answerInfrastructure } from '../support/dashboard/infrastructure-answers.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled, watchedPage } from '../support/dashboard/open-browser.ts';
import { answerRangeJob } from '../support/dashboard/range-job-answers.ts';
import { seedAgent } from '../support/dashboard/seed-agent.ts';
import { hostileNames } from '../support/dashboard/seed-traffic.ts';
import { pagesOf, setupAddress, startSeededDashboard } from '../support/dashboard/seeded-dashboard.ts';
import { answerSite } from '../support/dashboard/site-answer.ts';
import { answerTechnologies } from '../support/dashboard/technology-answers.ts';

const email = 'ada@example.com';
const password = 'correct horse battery';
/** Each look costs a second: pages take turns, so that each is seen in both themes and widths, and their like in all four pairs. */
const turns = [
  [
    { width: 1_280, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ],
  [
    { width: 1_280, colorScheme: 'dark' },
    { width: 360, colorScheme: 'light' },
  ],
] as const;

if (!existsSync(executablePath)) {
  test('chromium is not installed: the pages are not tried in a browser', (t) => t.pass());
} else {
  test('every page is whole, in both themes and widths, to everybody, and asks nobody else', async (t) => {
    t.timeout(900_000);
    const dashboard = await startSeededDashboard(t);
    const browser = await openBrowser(t);
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 860 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    await answerAudits(context);
    await answerTechnologies(context);
    await answerInfrastructure(context);
    await answerDomainLists(context);
    await answerRangeJob(context);
    await answerSite(context);
    const { page, troubles } = await watchedPage(context, dashboard.url);

    // The first run: a link, a password, and what has been seen so far.
    await page.goto(await setupAddress(dashboard));
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('New password').fill(password);
    t.false(page.url().includes('#'), 'the token does not stay in the address');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('First query stored').waitFor();
    t.is(new URL(page.url()).pathname, '/welcome');

    const faults: string[] = [];
    for (const [index, path] of pagesOf(dashboard).entries()) {
      await page.goto(dashboard.url + path);
      await settled(page);
      faults.push(...(await shiftsOf(page, path)), ...(await rawCharacters(page, path)));
      for (const { width, colorScheme } of turns[index % 2]!) {
        await page.setViewportSize({ width, height: 860 });
        await page.emulateMedia({ colorScheme });
        const where = `${path} ${colorScheme} ${width}`;
        faults.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
        const over = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
        if (over > 0) faults.push(`${where}: ${over} pixels too wide`);
      }
      await page.setViewportSize({ width: 1_280, height: 860 });
    }
    await page.setViewportSize({ width: 360, height: 860 });
    for (const path of [
      '/',
      '/queries',
      '/threats?status=all',
      `/threats/${dashboard.threatId}`,
      '/account',
    ]) {
      await page.goto(dashboard.url + path);
      await settled(page);
      faults.push(...(await shiftsOf(page, `${path} at 360`)));
    }
    await page.setViewportSize({ width: 1_280, height: 860 });
    t.deepEqual(faults, []);
    t.deepEqual(troubles, []);

    // What an attacker sends is text wherever it stands.
    await page.goto(`${dashboard.url}/queries?suffix=evil.example`);
    await settled(page);
    const shown = await page.locator('.query-row .name').allTextContents();
    t.true(shown.some((text) => text.includes('<script>alert(1)</script>.evil.example')));
    for (const text of shown) t.notRegex(text, /[\p{Cc}\p{Cf}]/u);
    for (const name of hostileNames) {
      await page.goto(`${dashboard.url}/domain/${encodeURIComponent(name)}`);
      await settled(page);
      t.notRegex((await page.locator('h1').textContent())!, /[\p{Cc}\p{Cf}]/u);
    }
    // An address tells what a scan of it finds: this one is for documentation, of which nobody is asked.
    await page.goto(`${dashboard.url}/ip/203.0.113.5`);
    await page.getByText('Reserved for').waitFor();
    await page.getByText('0 of 100').waitFor();
    await page.getByRole('heading', { name: 'Earlier scans' }).waitFor();

    // The chain of trust is a picture, and says the same as a table.
    await page.goto(`${dashboard.url}/domain/sub.bad.example?view=dnssec`);
    const chain = page.getByRole('figure', { name: 'The chain of trust, zone by zone' });
    await chain.locator('.part.missing', { hasText: 'Key 4711' }).waitFor();
    await chain.getByText('Show as a table').click();
    await chain.getByRole('cell', { name: 'ECDSAP256SHA256, SHA-256, matches no key of the zone' }).waitFor();

    // How well a page is made: what costs most stands first.
    await page.goto(`${dashboard.url}/domain/example.com?view=technologies`);
    await settled(page);
    await page.getByText('WordPress 6.4 to 6.5').waitFor();
    await page.getByText('Known vulnerabilities: 2').waitFor();
    await page.getByRole('button', { name: 'Check the page' }).click();
    await page.getByText('75 of 100 points').waitFor();
    const wrong = page.getByRole('region', { name: 'Quality of the page' }).locator('.findings li strong');
    t.deepEqual(await wrong.allTextContents(), [
      'There is no Content-Security-Policy.',
      'The page has no icon.',
    ]);
    await page.getByText('Known vulnerabilities of this version').click();
    t.deepEqual(await violations(page), []);

    // What is no name to the API is refused, and the page says so.
    const refused = / 400 \(Bad Request\)$/;
    t.deepEqual(
      troubles.splice(0).filter((trouble) => !refused.test(trouble)),
      [],
    );

    // Live, over the real-time channel by the session's cookie; what there was no room for is said.
    await page.goto(`${dashboard.url}/queries?suffix=example.com`);
    await settled(page);
    const channel = page.waitForEvent('websocket');
    await page.getByRole('button', { name: 'Live' }).click();
    t.true((await channel).url().includes('/socket.io/'));
    await page.getByText('Opening the live view').waitFor({ state: 'detached' });
    // More than two seconds' worth of what the page asks for, at once.
    await seedAgent(dashboard.url, dashboard.locationKey, 1_200);
    await page.getByText(/^[\d,]+ not shown: too many at once$/).waitFor();
    await page
      .locator('.query-row .name', { hasText: /^host-\d+\.example\.com$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Live' }).click();
    await page.getByText('not shown').waitFor({ state: 'detached' });

    // A view is kept under a name, for everybody, and brings its filters back.
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByText('No saved views of this page.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(hostileNames[0]);
    await page.getByRole('checkbox', { name: 'For all members of the account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
    await page.goto(`${dashboard.url}/queries`);
    await settled(page);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: hostileNames[0] }).click();
    await page.waitForURL(/\/queries\?.*suffix=example\.com/);
    await settled(page);

    // A feed is switched on and off, with its terms beside it.
    await page.goto(`${dashboard.url}/feeds`);
    await settled(page);
    await page.getByRole('button', { name: 'URLhaus: state and settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'URLhaus' });
    await dialog.getByRole('checkbox', { name: /abuse\.ch asks for fair use/ }).click();
    await page.getByText('URLhaus is on.').waitFor();
    await dialog.getByText('Next look').waitFor();
    t.deepEqual(await violations(page), []);
    await dialog.getByRole('checkbox').click();
    await page.getByText('URLhaus is off.').waitFor();
    await page.keyboard.press('Escape');

    // By keyboard alone: find a name, look at its queries, open one, close it, go to the threats.
    await page.goto(`${dashboard.url}/`);
    await settled(page);
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
    await press('/');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('example.net');
    await page.getByRole('option', { name: 'Queries below' }).waitFor();
    await press('ArrowDown', 'Enter');
    await page.waitForURL(/\/queries\?.*suffix=example\.net/);
    await settled(page);
    await press('j', 'j', 'Enter');
    await page.getByRole('dialog', { name: 'Query' }).waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await press('Escape');
    await press('g', 't');
    await page.waitForURL(/\/threats/);
    await settled(page);
    // The focus follows to the page.
    await page.locator('#page:focus').waitFor();

    // Chosen from the list, threats are given an owner; of one, something is noted.
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('cell', { name: email }).first().waitFor();
    await page.goto(`${dashboard.url}/threats/${dashboard.threatId}`);
    await page.getByLabel('New note').fill('seen before, too');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByText('seen before, too').waitFor();
    const { owner } = await dashboard.api.call('GET /api/v1/dns-monitoring/threats/{id}', {
      params: { id: dashboard.threatId },
    });
    t.is(owner, email);
    await page.getByRole('button', { name: 'Give it back' }).click();
    await page.getByText('Nobody', { exact: true }).waitFor();

    // A threat is resolved with a note, and that stands there.
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('a test of ours');
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('a test of ours').waitFor();
    const { status } = await dashboard.api.call('GET /api/v1/dns-monitoring/threats/{id}', {
      params: { id: dashboard.threatId },
    });
    t.is(status, 'resolved');

    // By keyboard alone, each in his role: an owner makes a key, and an administrator looks at who did what.
    const go = async (who: Page, name: string) => {
      await who.keyboard.press('/');
      await who.getByRole('combobox', { name: 'Search' }).waitFor();
      await who.keyboard.type(name);
      await who.getByRole('option', { name, exact: false }).first().waitFor();
      await who.keyboard.press('Enter');
      await who.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await settled(who);
    };
    await go(page, 'Account');
    await tabTo(page, page.getByRole('button', { name: 'Make a key' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('The key, shown only once').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('cell', { name: 'by keyboard' }).waitFor();
    await go(page, 'Administration');
    await tabTo(page, page.getByRole('link', { name: 'Audit log' }));
    await page.keyboard.press('Enter');
    await page.getByText('key created').first().waitFor();

    // An analyst opens a threat, and opens it again that was resolved.
    const { setup_link: asked } = await dashboard.api.call('POST /api/account/members', {
      body: { email: 'anna@example.com', role: 'analyst' },
    });
    const { page: analyst } = await watchedPage(await browser.newContext(), dashboard.url);
    await analyst.goto(`${dashboard.url}${asked.path}`);
    await analyst.locator('input[type=password]').first().waitFor();
    await tabTo(analyst, analyst.locator('input[type=password]').first());
    await analyst.keyboard.type(password);
    await analyst.keyboard.press('Enter');
    await analyst.getByRole('navigation').first().waitFor();
    await analyst.goto(`${dashboard.url}/threats/${dashboard.threatId}`);
    await settled(analyst);
    await tabTo(analyst, analyst.getByRole('button', { name: 'Open again' }));
    await analyst.keyboard.press('Enter');
    await analyst.getByRole('dialog').waitFor();
    await analyst.keyboard.type('it goes on');
    await analyst.keyboard.press('Enter');
    await analyst.getByText('it goes on').waitFor();
    t.is(await analyst.getByRole('link', { name: 'Administration' }).count(), 0);

    // A viewer is offered nothing that is refused.
    const { setup_link: invitation } = await dashboard.api.call('POST /api/account/members', {
      body: { email: 'vera@example.com', role: 'viewer' },
    });
    const { page: viewer } = await watchedPage(await browser.newContext(), dashboard.url);
    await viewer.goto(`${dashboard.url}${invitation.path}`);
    await viewer.locator('input[type=password]').first().fill(password);
    await viewer.keyboard.press('Enter');
    await viewer.getByRole('navigation').first().waitFor();
    const denied: string[] = [];
    viewer.on('response', (response) => {
      if (response.status() === 403) denied.push(`${viewer.url()}: ${response.url()}`);
    });
    const offers = /^(Resolve|Open again|Exclude|Make a policy rule|Add .*|Remove|Take .*|Cancel|Run|Try)$/;
    for (const path of [
      '/',
      '/threats?status=all',
      `/threats/${dashboard.threatId}`,
      '/policy',
      '/detection',
      '/bulk',
      '/agents',
    ]) {
      await viewer.goto(dashboard.url + path);
      await settled(viewer);
      t.is(await viewer.locator('#page').getByRole('button', { name: offers }).count(), 0, path);
      t.is(await viewer.getByRole('checkbox', { name: /^Choose/ }).count(), 0, path);
    }
    t.is(await viewer.getByRole('link', { name: 'Notifications' }).count(), 0);
    await go(viewer, 'Threats');
    await tabTo(viewer, viewer.locator('#page a[href*="/threats/"]').first());
    await viewer.keyboard.press('Enter');
    await viewer.waitForURL(/\/threats\/\d+/);
    await settled(viewer);
    t.deepEqual(denied, []);

    // The end of a session: the page stays, and goes on after signing in.
    await dashboard.api.call('POST /api/auth/logout-everywhere');
    await context.clearCookies();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    t.is(new URL(page.url()).pathname, '/agents');

    // A collector that does not answer: said, and over when it is back.
    await context.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Feeds' }).click();
    await page.getByText('The collector does not answer.').first().waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await context.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('columnheader', { name: 'Indicators' }).first().waitFor();
  });
}

/** What the parts of a page may have moved while it loaded, as a share of it. */
const mostShift = 0.02;

/** Tells if anything on a page shows characters that turn or hide text, or became an element that it names. */
async function rawCharacters(page: Page, where: string): Promise<string[]> {
  const text = (await page.evaluate('document.body.innerText')) as string;
  const [found] = /[\p{Cc}\p{Cf}]/u.exec(text.replaceAll(/[\n\t\u200b]/g, '')) ?? [];
  const made = await page.locator('img[onerror], script:not([src])').count();
  return [
    ...(found === undefined ? [] : [`${where}: shows U+${found.codePointAt(0)!.toString(16)}`]),
    ...(made === 0 ? [] : [`${where}: markup out of a name`]),
  ];
}

/**
 * Tells where the layout of a page has shifted by itself since it was opened (Layout Instability API). Shifts depend on the order
 * in which answers come, which another program on the machine may turn round: what shifts too far is opened twice more.
 */
async function shiftsOf(page: Page, where: string): Promise<string[]> {
  let fault = '';
  for (let tries = 0; tries < 3; tries++) {
    const { shifts, moved } = (await page.evaluate('layoutShifts()')) as Shifts;
    if (shifts < mostShift) return [];
    fault = `${where}: the layout shifts by ${shifts.toFixed(3)}: ${moved.join(', ')}`;
    await page.reload();
    await settled(page);
  }
  return [fault];
}

interface Shifts {
  readonly shifts: number;
  readonly moved: readonly string[];
}

/** Goes to a control by Tab alone, from where the focus is. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let pressed = 0; pressed < 200; pressed++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${control}`);
}
