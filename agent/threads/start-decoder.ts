import { Worker } from 'node:worker_threads';
import type { DecoderSettings } from './messages.ts';

/** Starts a thread that decodes. In the single executable, `agent/package/start-decoder.ts` stands in for this file. */
export function startDecoder(settings: DecoderSettings): Worker {
  return new Worker(new URL('./decoder-worker.ts', import.meta.url), { workerData: settings });
}
