import type { BrowserContext, Page } from 'playwright-core';
import { answerAside } from '../../test/support/dashboard/aside-answer.ts';
import { answerInfrastructure } from '../../test/support/dashboard/infrastructure-answers.ts';
import { settled } from '../../test/support/dashboard/open-browser.ts';

/** A state is what a page looks like beside its ordinary day: a dialog or a menu over it, nothing to show, or a failure. */
export interface PageState {
  readonly name: string;
  readonly path: string;
  /** Brings the page, which is open and settled, into the state. */
  enter?(page: Page): Promise<unknown>;
  /** Whether nobody is signed in. */
  readonly anonymous?: true;
  /** What stands in the way before the page is opened, until it is closed. */
  before?(context: BrowserContext): Promise<unknown>;
}

const button = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const answering = (status: number, code: string, message: string) => (context: BrowserContext) =>
  context.route(/\/api\/v[12]\/(?!dns-monitoring\/(?:locations|client-names)|whitelabel)/, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ error: message, code, request_id: 'f3a1c2d4e5' }),
    }),
  );

/** Lists the dialogs, the menus and the failures that pictures are taken of. */
export function pageStates({ threatId }: { readonly threatId: number }): readonly PageState[] {
  const threat = `/threats/${threatId}`;
  return [
    { name: 'search', path: '/', enter: search('example.net') },
    { name: 'search-nothing', path: '/', enter: search('no such thing') },
    { name: 'keys', path: '/queries', enter: (page) => page.keyboard.press('?') },
    { name: 'time', path: '/', enter: button(/^Last 24 hours/) },
    { name: 'views', path: '/queries', enter: button('Views') },
    { name: 'filter', path: '/queries', enter: button('Filter') },
    {
      name: 'query',
      path: '/queries?suffix=evil.example',
      enter: async (page) => {
        for (const key of ['j', 'Enter']) await page.keyboard.press(key);
      },
    },
    { name: 'no-queries', path: '/queries?suffix=nowhere.invalid' },
    { name: 'no-threats', path: '/threats?owner=nobody@example.com' },
    { name: 'no-client', path: '/client/198.51.100.99' },
    {
      name: 'bulk-actions',
      path: '/threats?status=all',
      enter: async (page) => {
        // The head of the table, which chooses all, is not there where the screen is narrow.
        const rows = page.getByRole('checkbox', { name: /^Choose (?!all)/ });
        for (const row of await rows.all()) await row.click();
        await button('Resolve')(page);
      },
    },
    { name: 'resolve', path: threat, enter: button('Resolve') },
    { name: 'exclude', path: threat, enter: button('Exclude') },
    { name: 'rule', path: threat, enter: button('Make a policy rule') },
    { name: 'roll-back', path: '/policy?view=versions', enter: button('Go back to it') },
    { name: 'agent', path: '/agents', enter: button('Add an agent') },
    { name: 'location', path: '/locations', enter: button('Change Head office') },
    { name: 'remove-location', path: '/locations', enter: button('Remove Head office') },
    { name: 'sigma-rules', path: '/detection?view=sigma', enter: button('Add rules') },
    { name: 'client-role', path: '/detection?view=site', enter: button('Set a role') },
    { name: 'token', path: '/agents?view=enrolment', enter: button('Make a token') },
    { name: 'resolver', path: '/resolvers', enter: button('Add a resolver') },
    { name: 'remove-resolver', path: '/resolvers', enter: button('Remove resolver-1') },
    { name: 'policy-source', path: '/policy?view=sources', enter: button('Take a feed') },
    { name: 'list', path: '/feeds', enter: button('Add a list') },
    { name: 'remove-list', path: '/feeds/own-list', enter: button('Remove the list') },
    { name: 'feed', path: '/feeds', enter: button(/^URLhaus: /) },
    { name: 'channel', path: '/notifications', enter: button('Add a channel') },
    { name: 'mail-report', path: '/notifications', enter: button('Add a report') },
    { name: 'key', path: '/account', enter: button('Make a key') },
    { name: 'member', path: '/account', enter: button('Add a member') },
    { name: 'password', path: '/account', enter: button('Change') },
    { name: 'app', path: '/account', enter: button('Set up') },
    { name: 'delete-account', path: '/account', enter: button('Delete the account …') },
    { name: 'everywhere', path: '/account', enter: button('Sign out everywhere') },
    {
      name: 'aside',
      path: '/administration?view=operation',
      before: answerAside,
      enter: async (page) => {
        await page
          .getByRole('checkbox', { name: 'Choose the batch of gateway.office.example' })
          .first()
          .click();
        await button('Discard …')(page);
      },
    },
    { name: 'provider', path: '/administration', enter: button('Set up a provider') },
    { name: 'report', path: '/compliance', enter: button('New report') },
    { name: 'schedule', path: '/compliance', enter: button('New schedule') },
    { name: 'client-name', path: '/client/192.0.2.10', enter: button('Name it') },
    {
      name: 'checked-configuration',
      path: '/check-file',
      enter: checked(
        'options {\n  directory "/var/cache/bind";\n  recursion yes;\n  no-such-option yes;\n};\n',
      ),
    },
    {
      name: 'checked-zone',
      path: '/check-file?view=zone',
      enter: checked(
        '$ORIGIN example.org.\n@ 3600 IN SOA ns1 a 1 2 3 4 5\n@ IN NS ns1\nns1 IN A 192.0.2.300\n',
      ),
    },
    {
      name: 'score',
      path: '/domain/example.com?view=setup',
      before: answerInfrastructure,
      enter: button('Score it'),
    },
    { name: 'sign-in', path: '/', anonymous: true },
    {
      name: 'wrong-password',
      path: '/',
      anonymous: true,
      enter: async (page) => {
        await page.getByLabel('E-mail address').fill('ada@example.com');
        await page.getByLabel('Password').fill('not this one');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
      },
    },
    { name: 'old-link', path: '/setup#not-a-token', anonymous: true },
    {
      name: 'failed',
      path: '/threats',
      before: answering(503, 'unavailable', 'The store does not answer at the moment.'),
    },
    { name: 'forbidden', path: '/feeds', before: answering(403, 'forbidden', 'Your role may not see this.') },
    { name: 'unknown-threat', path: '/threats/999999' },
    {
      name: 'lost-connection',
      path: '/feeds',
      before: (context) => context.route(/\/api\/v1\/threat-intel\//, (route) => route.abort()),
    },
    {
      name: 'ended-session',
      path: '/feeds',
      before: (context) =>
        context.route(/\/api\/v1\/threat-intel\//, (route) =>
          route.fulfill({
            status: 401,
            contentType: 'application/json',
            body: JSON.stringify({ code: 'credential_required', error: 'Sign in first.' }),
          }),
        ),
    },
  ];
}

/** Opens a page in a context of its own and brings it into the state. */
export async function inState(context: BrowserContext, url: string, state: PageState): Promise<Page> {
  await state.before?.(context);
  const page = await context.newPage();
  await page.goto(url + state.path);
  if (state.anonymous) await page.locator('.alone').waitFor();
  else await settled(page);
  await state.enter?.(page);
  return page;
}

function checked(text: string) {
  return async (page: Page) => {
    await page.getByLabel('Or paste the text').fill(text);
    await button('Check it')(page);
    await page
      .getByRole('heading', { name: 'Findings' })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  };
}

function search(text: string) {
  return async (page: Page) => {
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill(text);
  };
}
