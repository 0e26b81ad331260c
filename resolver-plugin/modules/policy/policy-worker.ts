import { parentPort, workerData } from 'node:worker_threads';
import type { PolicyModuleOptions } from './options.ts';
import { startPolicy } from './start-policy.ts';

/** The thread of the module: a policy of a million rules takes seconds to check, and dnstap must not wait. */
const module = await startPolicy(workerData as PolicyModuleOptions);
parentPort?.on('message', async (request: 'status' | 'stop') => {
  if (request === 'status') parentPort?.postMessage({ status: await module.status() });
  if (request !== 'stop') return;
  await module.stop();
  parentPort?.close();
});
parentPort?.postMessage('started');
