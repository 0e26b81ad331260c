import { getAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { DecoderSettings } from '../threads/messages.ts';

/** Starts a thread that decodes from the script within the executable. */
export function startDecoder(settings: DecoderSettings): Worker {
  return new Worker(getAsset('decoder-worker.cjs', 'utf8'), { eval: true, workerData: settings });
}
