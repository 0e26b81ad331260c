import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { testRandom } from '../test-seed.ts';

export const executablePath = '/usr/bin/chromium';
/** Milliseconds that a step may take where a machine has much else to do, the building of the pages included. */
export const patience = 120_000;
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Debian's Chromium without a screen, with `patience` for each step. `TEST_DELAY` holds back each request of each page for
 * up to as many milliseconds, drawn anew each time, so that answers come in another order than they were asked for: a
 * test that acts before all has come fails by it then, not once in a hundred runs.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: quiet, ...options });
  const most = Number(process.env.TEST_DELAY ?? 0);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (own) => {
    const context = await newContext(own);
    context.setDefaultTimeout(patience);
    if (most > 0) await holdBack(context, most);
    return context;
  };
  return browser;
}

async function holdBack(context: BrowserContext, most: number): Promise<void> {
  await context.route('**/*', async (route) => {
    await sleep(testRandom.below(most));
    // The page may have been left meanwhile.
    await route.fallback().catch(() => {});
  });
}
