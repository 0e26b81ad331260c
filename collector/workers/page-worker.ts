import { workerData } from 'node:worker_threads';
import type { PageRulesFiles } from '@sonde/scanner/checks/tech/load-rules.ts';
import { createLoadedPageReader } from '@sonde/scanner/checks/tech/load-rules.ts';
import type { PageResult, PageTask } from './page-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

/** A thread that reads pages of strangers, with rules of its own in memory. */
const reader = createLoadedPageReader(workerData as PageRulesFiles);
// Every page is told of it: a thread that ended by it would begin again and again.
reader.catch(() => {});
const never = new AbortController().signal;

serveTasks<PageTask, PageResult>(async (task) => {
  const ready = await reader;
  return task.kind === 'detect' ? ready.detect(task.given, never) : ready.read(task.given, never);
});
