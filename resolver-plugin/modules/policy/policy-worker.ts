import { parentPort, workerData } from 'node:worker_threads';
import type { PolicyModuleOptions } from './options.ts';
import { type RunningPolicy, startPolicy } from './start-policy.ts';
import type { FromPolicyThread, ToPolicyThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const tell = (message: FromPolicyThread): void => port.postMessage(message);

async function answer(policy: RunningPolicy, request: ToPolicyThread): Promise<void> {
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
      port?.close();
  }
}

// The thread of the module: a policy of a million rules takes seconds to check, and dnstap must not wait. What it rejects
// with ends the thread, which is what whoever started it listens for.
void startPolicy(workerData as PolicyModuleOptions).then((policy) => {
  port.on('message', (request: ToPolicyThread) => void answer(policy, request));
  tell({ kind: 'started' });
});
