import { existsSync } from 'node:fs';
import test from 'ava';
import type { Page } from 'playwright-core';
import { addResolver } from '../support/dashboard/journeys/add-resolver.ts';
import { changeLocations } from '../support/dashboard/journeys/change-locations.ts';
import { checkFiles } from '../support/dashboard/journeys/check-files.ts';
import { keepOwnLists } from '../support/dashboard/journeys/keep-own-lists.ts';
import { keepSigmaRules } from '../support/dashboard/journeys/keep-sigma-rules.ts';
import { lookAtNetworks } from '../support/dashboard/journeys/look-at-networks.ts';
import { operateCollector } from '../support/dashboard/journeys/operate-collector.ts';
import { tellOfTheSite } from '../support/dashboard/journeys/tell-of-the-site.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser, settled } from '../support/dashboard/open-browser.ts';
import { startSeededDashboard } from '../support/dashboard/seeded-dashboard.ts';
import { signedIn } from '../support/dashboard/sign-in.ts';

if (!existsSync(executablePath)) {
  test('chromium is not installed: nothing is set up on the pages', (t) => t.pass());
} else {
  test('an owner sets up on the pages what else took an API client; others are not offered it', async (t) => {
    t.timeout(600_000);
    const dashboard = await startSeededDashboard(t);
    const browser = await openBrowser(t);
    const { page, troubles } = await signedIn(browser, dashboard, 'owner');
    await tellOfTheSite(page, dashboard);
    await changeLocations(page, dashboard);
    await addResolver(page, dashboard);
    await keepOwnLists(page, dashboard);
    await operateCollector(page, dashboard);
    await keepSigmaRules(page, dashboard);
    await checkFiles(page, dashboard);
    await lookAtNetworks(page, dashboard);
    // What is refused on purpose is on the console, too.
    t.deepEqual(
      troubles.filter((trouble) => !/ 400 \(Bad Request\)$/.test(trouble)),
      [],
    );
    await page.context().close();

    for (const role of ['auditor', 'viewer'] as const) {
      const other = await signedIn(browser, dashboard, role);
      for (const path of [
        '/detection?view=site',
        '/detection?view=sigma',
        '/locations',
        '/resolvers',
        '/policy?view=sources',
        '/feeds',
        '/feeds/own-list',
      ]) {
        await other.page.goto(dashboard.url + path);
        await settled(other.page);
        t.deepEqual(await offersOf(other.page), [], `${role} at ${path}`);
      }
      t.deepEqual([...other.denied, ...other.troubles], []);
      await other.page.context().close();
    }
  });
}

/** What a page offers that changes something. */
async function offersOf(page: Page): Promise<string[]> {
  const offers = page.locator('#page').getByRole('button', {
    name: /^(Add|Register|Take|Remove|Change|Correct|Set|Make|Try|Retry|Keep|Replace|Send|Discard)\b/,
  });
  return await offers.allTextContents();
}
