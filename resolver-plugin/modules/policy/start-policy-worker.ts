import { Worker } from 'node:worker_threads';
import type { PolicyModuleOptions } from './options.ts';

/** Starts the policy's thread. In the single executable, `resolver-plugin/package/start-policy-worker.ts` stands in for this file. */
export function startPolicyWorker(options: PolicyModuleOptions): Worker {
  return new Worker(new URL('./policy-worker.ts', import.meta.url), { workerData: options });
}
