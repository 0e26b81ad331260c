import { getAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { SinkThread } from '../sinks/messages.ts';

/** Starts the sinks' thread from the script within the executable. */
export function startSinks(thread: SinkThread): Worker {
  const script = getAsset('sink-worker.cjs', 'utf8');
  return new Worker(script, { eval: true, workerData: thread, transferList: [thread.feed] });
}
