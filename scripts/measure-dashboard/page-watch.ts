import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Watched states what a page says of itself since it was opened. */
export interface Watched {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Tasks that took longer than 50 ms, after the page was painted, in milliseconds. */
  readonly longTasks: readonly number[];
}

/** Watches paints and long tasks of a page from its first moment. */
export async function watchPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(`{
    const seen = { first: 0, largest: 0, long: [] };
    globalThis.seenHere = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') seen.first = entry.startTime;
    }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largest = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.long.push({ at: entry.startTime, ms: entry.duration });
    }).observe({ type: 'longtask', buffered: true });
  }`);
  return page;
}

/** Reads what was watched. `aside`: stretches of the page's time whose tasks are not its own. */
export async function watched(
  page: Page,
  sinceMs = 0,
  aside: readonly (readonly [from: number, to: number])[] = [],
): Promise<Watched> {
  const { first, largest, long } = (await page.evaluate('seenHere')) as {
    first: number;
    largest: number;
    long: { at: number; ms: number }[];
  };
  return {
    firstPaintMs: first,
    largestPaintMs: largest,
    longTasks: long
      .filter(({ at, ms }) => at >= sinceMs && !aside.some(([from, to]) => at < to && at + ms > from))
      .map(({ ms }) => ms),
  };
}

/** Milliseconds since the page was opened, by its own clock. */
export async function pageClock(page: Page): Promise<number> {
  return (await page.evaluate('performance.now()')) as number;
}

export interface PageMemory {
  /** After rubbish was collected. */
  readonly heapBytes: number;
  readonly nodes: number;
}

export async function memoryOf(devtools: CDPSession): Promise<PageMemory> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heapBytes: value('JSHeapUsedSize'), nodes: value('Nodes') };
}

export async function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return session;
}

/** Signs in, and hands out contexts that are signed in and have nothing in their caches. */
export async function signedIn(
  browser: Browser,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<() => Promise<BrowserContext>> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  const storageState = await context.storageState();
  await context.close();
  return () => browser.newContext({ storageState, locale: 'en-GB', viewport: { width: 1_280, height: 860 } });
}
