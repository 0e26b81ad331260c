import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Ending } from '../temporary-directory.ts';
import { until } from '../until.ts';
import { launchBrowser } from './launch-browser.ts';

/** Debian's Chromium without a screen; closed with the test. `outlasts`: signals to this process leave it open until then. */
export async function openBrowser(t: Ending, { outlasts = false } = {}): Promise<Browser> {
  const signals = { handleSIGINT: !outlasts, handleSIGTERM: !outlasts, handleSIGHUP: !outlasts };
  const browser = await launchBrowser(signals);
  t.teardown(() => browser.close());
  return browser;
}

/**
 * A page of the context that writes down what must not happen: errors on the console, a policy that was broken, and
 * requests to anybody but the collector.
 */
export async function watchedPage(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; troubles: string[] }> {
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    // A refusal that a page shows is on the console as well.
    const refused = /status of (401|403|404)/.test(message.text());
    if (message.type() === 'error' && !refused) troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error}`));
  page.on('request', (request) => {
    const to = request.url();
    if (!/^(data|blob):/.test(to) && !to.startsWith(`${url}/`)) troubles.push(`asked for ${to}`);
  });
  await page.addInitScript(
    `{
      let shifts = 0;
      const moved = [];
      const place = ({ top, height }) => Math.round(top) + '+' + Math.round(height);
      const add = (entries) => entries.filter(({ hadRecentInput }) => !hadRecentInput).forEach((entry) => {
        shifts += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name = node?.className || node?.nodeName || node?.parentElement?.className;
          moved.push(name + ' ' + place(previousRect) + ' to ' + place(currentRect));
        }
      });
      const observer = new PerformanceObserver((list) => add(list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      globalThis.layoutShifts = () => { add(observer.takeRecords()); return { shifts, moved }; };
    }
    addEventListener('securitypolicyviolation', (event) =>
      console.error('policy broken: ' + event.violatedDirective + ' by ' + event.blockedURI))`,
  );
  return { page, troubles };
}

/** Waits until nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await until(async () => (await page.locator('.skeleton').count()) === 0);
}

/** Opens an address of the dashboard, and waits until nothing is on its way any more. */
export async function openAt(page: Page, { url }: { readonly url: string }, path: string): Promise<void> {
  await page.goto(url + path);
  await settled(page);
}
