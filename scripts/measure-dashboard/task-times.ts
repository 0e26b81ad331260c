import type { Browser, Page } from 'playwright-core';

/** Task times tell how long the tasks of a page's main thread took, in milliseconds, the longest first. */
export interface TaskTimes {
  /** Processor time: what the page itself asks for, however busy the machine is. */
  readonly processorMs: readonly number[];
  /** From beginning to end, with the time in which other programs had the processor. */
  readonly wallMs: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, of the clock and of the thread. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Begins to write down a page's tasks; the answer ends it and tells them. */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<TaskTimes>> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  return async () => {
    const trace = await browser.stopTracing();
    const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
    return tasksOf(traceEvents);
  };
}

/** Other pages of the browser have main threads too: the watched one's is the busiest. */
function tasksOf(events: readonly TraceEvent[]): TaskTimes {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && mains.has(threadOf(event)),
  );
  const spent = (thread: readonly TraceEvent[]) => thread.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const busiest = [...Map.groupBy(tasks, threadOf).values()].sort((a, b) => spent(b) - spent(a))[0] ?? [];
  const milliseconds = (of: (event: TraceEvent) => number | undefined) =>
    busiest.map((event) => (of(event) ?? 0) / 1_000).sort((a, b) => b - a);
  return { processorMs: milliseconds(({ tdur }) => tdur), wallMs: milliseconds(({ dur }) => dur) };
}
