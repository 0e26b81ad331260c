import { parentPort, workerData } from 'node:worker_threads';
import type { PolicyModuleOptions } from './options.ts';
import { startPolicy } from './start-policy.ts';
import type { FromPolicyThread, ToPolicyThread } from './thread-messages.ts';

/** The thread of the module: a policy of a million rules takes seconds to check, and dnstap must not wait. */
const policy = await startPolicy(workerData as PolicyModuleOptions);
const tell = (message: FromPolicyThread): void => parentPort?.postMessage(message);
parentPort?.on('message', async (request: ToPolicyThread) => {
  switch (request.kind) {
    case 'status':
      tell({ kind: 'answer', id: request.id, answer: await policy.status() });
      return;
    case 'rollback':
      tell({ kind: 'answer', id: request.id, answer: await policy.rollBack() });
      return;
    case 'traffic':
      await policy.traffic(request.queries, request.hits);
      return;
    case 'stop':
      await policy.stop();
      parentPort?.close();
  }
});
tell({ kind: 'started' });
