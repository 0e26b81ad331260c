import { getAsset } from 'node:sea';
import { Worker } from 'node:worker_threads';
import type { PolicyModuleOptions } from '../modules/policy/options.ts';

/** Starts the policy's thread from the script within the executable. */
export function startPolicyWorker(options: PolicyModuleOptions): Worker {
  return new Worker(getAsset('policy-worker.cjs', 'utf8'), { eval: true, workerData: options });
}
