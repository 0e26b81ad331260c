import { Worker } from 'node:worker_threads';
import type { ShipperSettings } from './messages.ts';

/** Starts the shipper's thread. In single executables, `sensor/package/start-worker.ts` stands in for this file. */
export function startWorker(settings: ShipperSettings): Worker {
  return new Worker(new URL('./shipper-worker.ts', import.meta.url), {
    workerData: settings,
    transferList: settings.sinkFeed === undefined ? [] : [settings.sinkFeed],
  });
}
