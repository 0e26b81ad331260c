import { workerData } from 'node:worker_threads';
import {
  createLoadedPageReader,
  type PageRulesFiles,
  summariseRules,
} from '@sonde/scanner/checks/tech/load-rules.ts';
import type { PageResult, PageTask } from './page-tasks.ts';
import { serveTasks } from './serve-tasks.ts';

const files = workerData as PageRulesFiles;
/** A thread that reads pages of strangers, with rules of its own in memory. */
let reader = createLoadedPageReader(files);
// Every page is told of it: a thread that ended by it would begin again and again.
reader.catch(() => {});
const never = new AbortController().signal;

serveTasks<PageTask, PageResult>(async (task) => {
  switch (task.kind) {
    case 'summariseRules':
      return summariseRules(task.given.path, task.given.kind);
    case 'reload': {
      // Rules that can't be read leave those that are known.
      const next = await createLoadedPageReader(files);
      reader = Promise.resolve(next);
      return 0;
    }
    case 'detect':
      return (await reader).detect(task.given, never);
    default:
      return (await reader).read(task.given, never);
  }
});
