import { getAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { ShipperSettings } from '../ship/messages.ts';

/** Starts the shipper's thread from the script within the executable. */
export function startWorker(settings: ShipperSettings): Worker {
  const transferList = settings.sinkFeed === undefined ? [] : [settings.sinkFeed];
  return new Worker(getAsset('shipper-worker.cjs', 'utf8'), {
    eval: true,
    workerData: settings,
    transferList,
  });
}
