import { Worker } from 'node:worker_threads';
import type { SinkThread } from './messages.ts';

/** Starts the sinks' thread. In single executables, `sensor/package/start-sinks.ts` stands in for this file. */
export function startSinks(thread: SinkThread): Worker {
  return new Worker(new URL('./sink-worker.ts', import.meta.url), {
    workerData: thread,
    transferList: [thread.feed],
  });
}
