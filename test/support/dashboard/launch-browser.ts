import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { testRandom } from '../test-seed.ts';

export const executablePath = '/usr/bin/chromium';
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Debian's Chromium without a screen. `TEST_DELAY` holds back each request of each page for up to as many milliseconds,
 * drawn anew each time, so that answers come in another order than they were asked for: a test that acts before all has
 * come fails by it then, not once in a hundred runs.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: quiet, ...options });
  const most = Number(process.env.TEST_DELAY ?? 0);
  if (most > 0) holdBack(browser, most);
  return browser;
}

function holdBack(browser: Browser, most: number): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.route('**/*', async (route) => {
      await sleep(testRandom.below(most));
      // The page may have been left meanwhile.
      await route.fallback().catch(() => {});
    });
    return context;
  };
}
