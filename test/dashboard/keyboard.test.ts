import { existsSync } from 'node:fs';
import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { ByKeyboard } from '../support/dashboard/by-keyboard.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled, watchedPage } from '../support/dashboard/open-browser.ts';
import {
  type SeededDashboard,
  setupAddress,
  startSeededDashboard,
} from '../support/dashboard/seeded-dashboard.ts';

const password = 'correct horse battery';

if (!existsSync(executablePath)) {
  test('chromium is not installed: no journey by keyboard is made', (t) => t.pass());
} else {
  test('an owner, an analyst and a viewer do their work by keyboard alone', async (t) => {
    t.timeout(600_000);
    const dashboard = await startSeededDashboard(t);
    const browser = await openBrowser(t);
    const faults: string[] = [];

    const owner = await person(browser, dashboard, await setupAddress(dashboard), 'ada@example.com');
    await work(owner.hand, dashboard, 'by the owner');
    await owner.hand.find('Account');
    const key = await owner.hand.tryDialog(owner.hand.page.getByRole('button', { name: 'Make a key' }));
    await owner.hand.type('by keyboard');
    await owner.hand.press('Enter');
    await key.getByText('The key, shown only once').waitFor();
    await owner.hand.press('Escape');
    await owner.hand.page.getByRole('cell', { name: 'by keyboard' }).waitFor();
    await owner.hand.find('Administration');
    await owner.hand.enter(owner.hand.page.getByRole('link', { name: 'Audit log' }));
    await owner.hand.page.getByText('key created').first().waitFor();
    await countsLeadToRows(owner.hand.page, dashboard);
    faults.push(...owner.hand.faults, ...owner.troubles);
    await owner.hand.page.context().close();

    const analyst = await member(browser, dashboard, 'anna@example.com', 'analyst');
    await work(analyst.hand, dashboard, 'by the analyst');
    t.is(await analyst.hand.page.getByRole('link', { name: 'Administration' }).count(), 0);
    await analyst.hand.page.goto(`${dashboard.url}/account`);
    await settled(analyst.hand.page);
    for (const name of ['Add a member', 'Delete the account …'])
      t.is(await analyst.hand.page.getByRole('button', { name }).count(), 0, name);
    faults.push(...analyst.hand.faults, ...analyst.troubles);
    await analyst.hand.page.context().close();

    const { hand, troubles } = await member(browser, dashboard, 'vera@example.com', 'viewer');
    const { page } = hand;
    await openThreat(hand, dashboard);
    // What is noted is read, and nothing is offered that the role may not do.
    await page.getByText('seen by the analyst').waitFor();
    for (const path of [`/threats/${dashboard.threatId}`, '/threats?status=all', '/policy', '/detection']) {
      await page.goto(dashboard.url + path);
      await settled(page);
      const offers = /^(Resolve|Open again|Exclude|Make a policy rule|Add .*|Remove|Take .*|Give .*|Try)$/;
      t.deepEqual(
        await page.locator('#page').getByRole('button', { name: offers }).allTextContents(),
        [],
        path,
      );
    }
    // An address that is typed leads to a page that says so.
    for (const path of ['/administration', '/notifications']) {
      await page.goto(dashboard.url + path);
      await page.getByRole('heading', { name: 'You have no access to this page' }).first().waitFor();
      t.is(await page.getByRole('heading', { name: 'You have no access to this page' }).count(), 1, path);
    }
    // From there on: the focus goes where the person goes.
    await hand.press('g', 'q');
    await page.waitForURL(/\/queries/);
    await settled(page);
    await page.locator('#page:focus').waitFor();
    await hand.press('j', 'Enter');
    await page.getByRole('dialog', { name: 'Query' }).waitFor();
    await hand.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    faults.push(...hand.faults, ...troubles);
    t.deepEqual(faults, []);
  });
}

/** Signs in at the page that a link opens. */
async function person(browser: Browser, { url }: SeededDashboard, link: string, email?: string) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_280, height: 860 } });
  const { page, troubles } = await watchedPage(context, url);
  const hand = new ByKeyboard(page);
  await page.goto(link);
  if (email !== undefined) {
    await hand.tabTo(page.getByLabel('E-mail address'));
    await hand.type(email);
  }
  await hand.tabTo(page.getByLabel('New password'));
  await hand.type(password);
  await hand.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  return { hand, troubles };
}

/** Invites somebody, who chooses a password, signs out, and signs in by it. */
async function member(
  browser: Browser,
  dashboard: SeededDashboard,
  email: string,
  role: 'analyst' | 'viewer',
) {
  const { setup_link: link } = await dashboard.api.call('POST /api/account/members', {
    body: { email, role },
  });
  const found = await person(browser, dashboard, `${dashboard.url}${link.path}`);
  const { page } = found.hand;
  await found.hand.enter(page.getByRole('button', { name: 'Sign out' }));
  await page.getByLabel('E-mail address').waitFor();
  await found.hand.tabTo(page.getByLabel('E-mail address'));
  await found.hand.type(email);
  await found.hand.tab();
  await found.hand.type(password);
  await found.hand.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  return found;
}

/** Finds the threat: by what was asked for, then in the list. */
async function openThreat(hand: ByKeyboard, { listed, threatId }: SeededDashboard): Promise<void> {
  const { page } = hand;
  await hand.press('/');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await hand.type(listed);
  await page.getByRole('option', { name: 'Queries below' }).waitFor();
  await hand.press('ArrowDown', 'Enter');
  await page.waitForURL(/\/queries\?.*suffix=c2\.bad\.example/);
  await settled(page);
  await hand.press('g', 't');
  await page.waitForURL(/\/threats/);
  await settled(page);
  await page.locator('#page:focus').waitFor();
  await hand.enter(page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }));
  await settled(page);
  await hand.enter(
    page.locator(`#page tbody a[href*="/threats/${threatId}?"], #page tbody a[href$="/threats/${threatId}"]`),
  );
  await page.waitForURL(new RegExp(`/threats/${threatId}`));
  await settled(page);
}

/** What an analyst does about a threat, and undoes. */
async function work(hand: ByKeyboard, dashboard: SeededDashboard, by: string): Promise<void> {
  const { page } = hand;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openThreat(hand, dashboard);
  await hand.tabTo(page.getByLabel('New note'));
  await hand.type(`seen ${by}`);
  await hand.press('Enter');
  await page.getByText(`seen ${by}`).waitFor();

  for (const [does, told] of [
    ['Resolve', 'The threat is resolved.'],
    ['Open again', 'The threat is open again.'],
  ] as const) {
    const dialog = await hand.tryDialog(button(does));
    await hand.type(`${does} ${by}`);
    await hand.press('Enter');
    await page.getByText(told).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${does} ${by}`).waitFor();
  }

  const exclusion = await hand.tryDialog(button('Exclude'));
  await hand.press('ControlOrMeta+a');
  await hand.type(`scanner-${by.replaceAll(' ', '-')}.example`);
  await hand.enter(exclusion.getByRole('button', { name: 'Exclude' }));
  await page.getByText('The exclusion is in force.').waitFor();
  await exclusion.waitFor({ state: 'detached' });

  // A rule shows whom it would have met before it is made.
  const rule = await hand.tryDialog(button('Make a policy rule'));
  await rule.getByText(/The rule matches/).waitFor();
  await hand.tabTo(rule.getByLabel('Note'));
  await hand.type(`made ${by}`);
  await hand.enter(rule.getByRole('button', { name: 'Make the rule' }));
  await page.getByText('The rule is in force.').waitFor();
  await rule.waitFor({ state: 'detached' });
  await hand.press('g', 'p');
  await page.waitForURL(/\/policy/);
  await settled(page);
  await page.getByRole('cell', { name: `made ${by}` }).waitFor();
}

/** Counts of feeds, resolvers and canaries are links to what was counted. */
async function countsLeadToRows(page: Page, { url, listed, locationId }: SeededDashboard): Promise<void> {
  await page.goto(`${url}/feeds`);
  await settled(page);
  // What a list brought comes later than how much it lists, so that a link is told by where it leads.
  const counts = page.getByRole('row', { name: /own-list/ }).getByRole('link', { name: '2', exact: true });
  await counts.and(page.locator('[href*="/feeds/own-list"]')).click();
  await page.waitForURL(/\/feeds\/own-list$/);
  await settled(page);
  await page.getByRole('cell', { name: listed }).waitFor();
  await page.getByLabel('Part of a name').fill('nothing.of.the.kind');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('The feed has no indicator that contains “nothing.of.the.kind”.').waitFor();
  await page.goto(`${url}/feeds`);
  await settled(page);
  await counts.and(page.locator('[href*="/threats?"]')).first().click();
  await page.waitForURL(/\/threats\?.*source=own-list/);
  await settled(page);
  await page.getByRole('link', { name: listed }).first().waitFor();
  await page.getByText('2 threats', { exact: true }).waitFor();

  await page.goto(`${url}/resolvers`);
  await settled(page);
  const [all, ruled] = await page
    .getByRole('row', { name: /resolver-1/ })
    .getByRole('link', { name: '0', exact: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await page.goto(new URL(all!, url).href);
  await page.waitForURL(/\/queries\?location=\d+&period=7d$/);
  await page.goto(new URL(ruled!, url).href);
  await page.waitForURL(/\/queries\?location=\d+&period=7d&policy_rule=(?:!|%21)$/);
  await settled(page);
  await page.getByText('Policy rule not').waitFor();

  // Sent to two places below one name each, and to names of their own.
  const sensor = {
    id: 2,
    agent_id: 'a',
    host: 'gateway.office.example',
    software: 'sonde-agent',
    seen: true,
  };
  const counted = { queries: 40, last_seen: new Date().toISOString(), caught: [], raised: [] };
  const canary = {
    location_id: locationId,
    created_at: '2026-03-14T12:00:00.000Z',
    ends_at: '2026-03-14T12:15:00.000Z',
    locations: [
      {
        location_id: locationId,
        location_name: 'Head office',
        seen: true,
        ...counted,
        agents: [{ ...sensor, ...counted }],
      },
    ],
  };
  await page.route('**/dns-monitoring/canaries', (route) =>
    route.fulfill({
      json: {
        count: 2,
        canaries: [
          { ...canary, id: 'abcdefghijklmnop', patterns: ['tunnel', 'nxdomain'] },
          { ...canary, id: 'ponmlkjihgfedcba', patterns: ['dga'] },
        ],
      },
    }),
  );
  await page.goto(`${url}/canaries`);
  await settled(page);
  await page.getByRole('link', { name: '40 queries' }).first().click();
  await page.waitForURL(/\/queries\?/);
  const asked = new URL(page.url()).searchParams;
  const suffix = ['com', 'net'].map((top) => `sonde-canary-abcdefghijklmnop.example.${top}`).join(',');
  for (const [name, value] of Object.entries({
    agent_id: '2',
    from: canary.created_at,
    to: canary.ends_at,
    suffix,
  }))
    if (asked.get(name) !== value) throw new Error(`${name} is ${asked.get(name)}, not ${value}`);
  await settled(page);
}
