import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type BenchAccount, makeAccount } from '../../collector/bench/api/accounts.ts';
import { CollectorProcess } from '../../collector/bench/api/collector-process.ts';
import { pacedIngest } from '../../collector/bench/api/paced-ingest.ts';
import { openBrowser, settled } from '../../test/support/dashboard/open-browser.ts';
import {
  devtoolsOf,
  memoryOf,
  type PageMemory,
  pageClock,
  signedIn,
  watched,
  watchPage,
} from './page-watch.ts';
import { childrenWith, spentBelow } from './processes.ts';
import type { Endings } from './run.ts';
import { countShownRows, type ShownRows } from './shown-rows.ts';
import { watchTasks } from './task-times.ts';

export interface LivePlan {
  readonly minutes: number;
  readonly rowsPerSecond: number;
  /** Opened beside the live queries. */
  readonly overview: boolean;
}

export interface LiveSample extends ShownRows {
  readonly minute: number;
  readonly rowsSent: number;
  readonly live: PageMemory;
  readonly overview: PageMemory | undefined;
  /** Questions that the overview has asked so far. */
  readonly overviewAsked: number;
  readonly browserBytes: number;
  readonly collectorBytes: number;
  /** Processor time as a share of one processor, since the sample before. */
  readonly browserShare: number;
  readonly collectorShare: number;
}

export interface LiveReport {
  readonly samples: readonly LiveSample[];
  readonly rowsSent: number;
  readonly rowsShown: number;
  readonly rowsLeftOut: number;
  /** Least and most of the page's heap once it held as many rows as it ever does; of all samples if it never did. */
  readonly heapBytes: readonly [least: number, most: number];
  /** Milliseconds of tasks over 50 ms while rows came in, on the page of live queries and on the overview. */
  readonly longTasks: readonly number[];
  readonly overviewLongTasks: readonly number[];
  /** Of the live page in the seconds after that: processor time of its longest tasks, and of all of them a second. */
  readonly longestTasksProcessorMs: readonly number[];
  readonly processorMsPerSecond: number;
}

/** Rows after which a page of live queries is full: it holds no more, and names of so many addresses. */
const fullAfter = 10_000;

/** Seconds for which each task is written down, which costs time itself: it is done after all else was measured. */
const tracedSeconds = 20;

/**
 * Leaves pages open while rows come in, and looks at memory and processor time every minute. It ends with the plan, or earlier with
 * the signal; rows that cannot be sent any more are an error.
 */
export async function measureLive(
  plan: LivePlan,
  run: Endings,
  tell: (sample: LiveSample) => void,
  signal: AbortSignal,
): Promise<LiveReport> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-live-'));
  run.teardown(() => rm(directory, { recursive: true, force: true }));
  const collector = await CollectorProcess.start(directory, { memory: '768MiB' });
  run.teardown(() => collector.stop());
  const { url, adminKey } = collector.listening;
  const { locationIds, locationKeys }: BenchAccount = await makeAccount(url, adminKey);
  const browser = await openBrowser(run, { outlasts: true });
  const newContext = await signedIn(browser, url, {
    email: 'bench@example.com',
    password: 'measured and measured',
  });
  const context = await newContext();
  const live = await watchPage(context);
  const rowsSeen = countShownRows(live);
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
  const overviewAsked = countQuestions(overview);
  const began = performance.now();
  const marks = [await pageClock(live), overview === undefined ? 0 : await pageClock(overview)] as const;
  const devtools = await devtoolsOf(live);
  const ofOverview = overview === undefined ? undefined : await devtoolsOf(overview);
  const collectorId = await childrenWith(directory);
  const browserIds = await childrenWith('chromium');
  const samples: LiveSample[] = [];
  const aside: [from: number, to: number][][] = [[], []];
  let before = { at: began, browser: await spentBelow(browserIds), collector: await spentBelow(collectorId) };
  for (let minute = 0; minute <= plan.minutes; minute++) {
    const rest = delay(Math.max(0, began + minute * 60_000 - performance.now()), undefined, { signal });
    await Promise.race([rest.catch(() => undefined), ingest.failed]);
    if (signal.aborted) break;
    const memory = [];
    for (const [index, [page, session]] of [
      [live, devtools] as const,
      [overview, ofOverview] as const,
    ].entries()) {
      if (page === undefined || session === undefined) continue;
      // Collecting rubbish all at once is a long task of this measurement, and none of the page.
      const begunAt = await pageClock(page);
      memory.push(await memoryOf(session));
      aside[index]!.push([begunAt, await pageClock(page)]);
    }
    const [at, browser, ofCollector] = [
      performance.now(),
      await spentBelow(browserIds),
      await spentBelow(collectorId),
    ];
    const span = Math.max(1, at - before.at);
    const sample = {
      minute,
      rowsSent: Math.round(((at - began) / 1_000) * plan.rowsPerSecond),
      ...rowsSeen(),
      live: memory[0]!,
      overview: memory[1],
      overviewAsked: overviewAsked(),
      browserBytes: browser.residentBytes,
      collectorBytes: ofCollector.residentBytes,
      browserShare: (browser.processorMs - before.browser.processorMs) / span,
      collectorShare: (ofCollector.processorMs - before.collector.processorMs) / span,
    };
    before = { at, browser, collector: ofCollector };
    samples.push(sample);
    tell(sample);
  }
  const longTasks = (await watched(live, marks[0], aside[0])).longTasks;
  const overviewLongTasks =
    overview === undefined ? [] : (await watched(overview, marks[1], aside[1])).longTasks;
  await live.bringToFront();
  const tasksSince = await watchTasks(browser, live);
  await delay(tracedSeconds * 1_000);
  const { processorMs } = await tasksSince();
  const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  const { shown, leftOut } = rowsSeen();
  const full = samples.filter((sample) => sample.shown >= fullAfter);
  const heaps = (full.length > 0 ? full : samples).map((sample) => sample.live.heapBytes);
  return {
    samples,
    rowsSent: await ingest.stop(),
    rowsShown: shown,
    rowsLeftOut: leftOut,
    heapBytes: [Math.min(...heaps), Math.max(...heaps)],
    longTasks,
    overviewLongTasks,
    longestTasksProcessorMs: processorMs.slice(0, 10).map(tenths),
    processorMsPerSecond: tenths(processorMs.reduce((sum, ms) => sum + ms, 0) / tracedSeconds),
  };
}

function countQuestions(page: Page | undefined): () => number {
  let asked = 0;
  page?.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked++;
  });
  return () => asked;
}

async function openOverview(page: Page, url: string): Promise<Page> {
  await page.goto(`${url}/?period=1h`);
  await settled(page);
  return page;
}
