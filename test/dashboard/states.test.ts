import { existsSync } from 'node:fs';
import test from 'ava';
import type { Page } from 'playwright-core';
import { inState, pageStates } from '../../scripts/screenshots/states.ts';
import { violations } from '../support/dashboard/axe.ts';
import { executablePath } from '../support/dashboard/launch-browser.ts';
import { openBrowser } from '../support/dashboard/open-browser.ts';
import { setupAddress, startSeededDashboard } from '../support/dashboard/seeded-dashboard.ts';

if (!existsSync(executablePath)) {
  test('chromium is not installed: the states of pages are not tried in a browser', (t) => t.pass());
} else {
  test('dialogs, menus and failures are whole to everybody, and within a narrow window', async (t) => {
    t.timeout(600_000);
    const dashboard = await startSeededDashboard(t);
    const browser = await openBrowser(t);
    const first = await browser.newContext({ locale: 'en-GB' });
    const page = await first.newPage();
    await page.goto(await setupAddress(dashboard));
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('First query stored').waitFor();
    const storageState = await first.storageState();
    await first.close();
    const faults: string[] = [];
    const contextOf = (colorScheme: 'light' | 'dark', isKnown: boolean) =>
      browser.newContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width: 360, height: 740 },
        colorScheme,
        ...(isKnown ? { storageState } : {}),
      });
    // Themes take turns: colours are the same few everywhere, and each look costs a second.
    const shared = [await contextOf('light', true), await contextOf('dark', true)];
    for (const [index, state] of pageStates(dashboard).entries()) {
      // What stands in the way of one state is none of another's.
      const own = state.before !== undefined || state.anonymous === true;
      const context = own ? await contextOf('light', state.anonymous !== true) : shared[index % 2]!;
      const shown = await inState(context, dashboard.url, state);
      faults.push(...(await faultsOf(shown)).map((fault) => `${state.name}: ${fault}`));
      await (own ? context : shown).close();
    }
    t.deepEqual(faults, []);
  });
}

async function faultsOf(page: Page): Promise<string[]> {
  const faults = await violations(page);
  const outside = (await page.evaluate(`(() => {
    const faults = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) faults.push(over + ' pixels too wide');
    for (const part of document.querySelectorAll('dialog[open], .menu:not([hidden])')) {
      const { left, right } = part.getBoundingClientRect();
      if (left < 0 || right > document.documentElement.clientWidth) faults.push('out of the window: ' + part.className);
      if (part.scrollWidth > part.clientWidth) faults.push('wider than its frame: ' + part.className);
    }
    // A column in which letters stand one below the other.
    for (const cell of document.querySelectorAll('dd, td')) {
      if (cell.textContent.trim().length > 8 && cell.clientWidth < 40 && cell.clientHeight > 60) faults.push('squeezed: ' + cell.textContent);
    }
    if (/[\\p{Cc}\\p{Cf}]/u.test(document.body.innerText.replaceAll(/[\\n\\t\\u200b]/g, ''))) faults.push('control characters');
    return faults;
  })()`)) as string[];
  return [...faults, ...outside];
}
