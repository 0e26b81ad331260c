import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type BenchAccount, makeAccount } from '../../collector/bench/api/accounts.ts';
import { CollectorProcess } from '../../collector/bench/api/collector-process.ts';
import { pacedIngest } from '../../collector/bench/api/paced-ingest.ts';
import { openBrowser, settled } from '../../test/support/dashboard/open-browser.ts';
import { devtoolsOf, memoryOf, pageClock, signedIn, watched, watchPage } from './page-watch.ts';
import { childrenWith, spentBelow } from './processes.ts';
import type { Endings } from './run.ts';
import { watchTasks } from './task-times.ts';

export interface LivePlan {
  readonly minutes: number;
  readonly rowsPerSecond: number;
  /** Opened beside the live queries. */
  readonly overview: boolean;
}

export interface LiveSample {
  readonly minute: number;
  /** Rows that were sent until then. */
  readonly rows: number;
  readonly heapBytes: number;
  readonly nodes: number;
  readonly browserBytes: number;
  readonly collectorBytes: number;
  /** Processor time as a share of one processor, since the sample before. */
  readonly browserShare: number;
  readonly collectorShare: number;
}

export interface LiveReport {
  readonly samples: readonly LiveSample[];
  readonly rowsSent: number;
  /** Milliseconds of tasks over 50 ms while rows came in, on the page of live queries and on the overview. */
  readonly longTasks: readonly number[];
  readonly overviewLongTasks: readonly number[];
  /** Of the live page in the seconds after that: processor time of its longest tasks, and of all of them a second. */
  readonly longestTasksProcessorMs: readonly number[];
  readonly processorMsPerSecond: number;
}

/** Seconds for which each task is written down, which costs time itself: it is done after all else was measured. */
const tracedSeconds = 20;

/** Leaves pages open while rows come in, and looks at memory and processor time every minute. */
export async function measureLive(
  plan: LivePlan,
  run: Endings,
  tell: (sample: LiveSample) => void,
): Promise<LiveReport> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-live-'));
  run.teardown(() => rm(directory, { recursive: true, force: true }));
  const collector = await CollectorProcess.start(directory, '768MiB');
  run.teardown(() => collector.stop());
  const { url, adminKey } = collector.listening;
  const { locationIds, locationKeys }: BenchAccount = await makeAccount(url, adminKey);
  const browser = await openBrowser(run);
  const newContext = await signedIn(browser, url, {
    email: 'bench@example.com',
    password: 'measured and measured',
  });
  const context = await newContext();
  const live = await watchPage(context);
  const ingest = pacedIngest({
    url,
    key: locationKeys[0]!,
    rowsPerSecond: plan.rowsPerSecond,
    shape: { seed: 5, questions: 50_000, clients: 500, locations: [locationIds[0]!] },
  });
  run.teardown(() => ingest.stop().catch(() => undefined));
  // Rows that exist make pages that are whole.
  await delay(5_000);
  await live.goto(`${url}/queries?period=1h`);
  await settled(live);
  await live.getByRole('button', { name: 'Live', exact: true }).click();
  await live.getByText('Opening the live view').waitFor({ state: 'detached' });
  const overview = plan.overview ? await openOverview(await watchPage(context), url) : undefined;
  const began = performance.now();
  const marks = [await pageClock(live), overview === undefined ? 0 : await pageClock(overview)] as const;
  const devtools = await devtoolsOf(live);
  const collectorId = await childrenWith(directory);
  const browserIds = await childrenWith('chromium');
  const samples: LiveSample[] = [];
  const aside: [from: number, to: number][] = [];
  let before = { at: began, browser: await spentBelow(browserIds), collector: await spentBelow(collectorId) };
  for (let minute = 0; minute <= plan.minutes; minute++) {
    await delay(Math.max(0, began + minute * 60_000 - performance.now()));
    // Collecting rubbish all at once is a long task of this measurement, and none of the page.
    const begunAt = await pageClock(live);
    const memory = await memoryOf(devtools);
    aside.push([begunAt, await pageClock(live)]);
    const [at, browser, ofCollector] = [
      performance.now(),
      await spentBelow(browserIds),
      await spentBelow(collectorId),
    ];
    const span = Math.max(1, at - before.at);
    const sample = {
      minute,
      rows: Math.round(((at - began) / 1_000) * plan.rowsPerSecond),
      ...memory,
      browserBytes: browser.residentBytes,
      collectorBytes: ofCollector.residentBytes,
      browserShare: (browser.processorMs - before.browser.processorMs) / span,
      collectorShare: (ofCollector.processorMs - before.collector.processorMs) / span,
    };
    before = { at, browser, collector: ofCollector };
    samples.push(sample);
    tell(sample);
  }
  const longTasks = (await watched(live, marks[0], aside)).longTasks;
  const overviewLongTasks = overview === undefined ? [] : (await watched(overview, marks[1])).longTasks;
  await live.bringToFront();
  const tasksSince = await watchTasks(browser, live);
  await delay(tracedSeconds * 1_000);
  const { processorMs } = await tasksSince();
  const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  return {
    samples,
    rowsSent: await ingest.stop(),
    longTasks,
    overviewLongTasks,
    longestTasksProcessorMs: processorMs.slice(0, 10).map(tenths),
    processorMsPerSecond: tenths(processorMs.reduce((sum, ms) => sum + ms, 0) / tracedSeconds),
  };
}

async function openOverview(page: Page, url: string): Promise<Page> {
  await page.goto(`${url}/?period=1h`);
  await settled(page);
  return page;
}
