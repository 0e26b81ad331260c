import { parentPort } from 'node:worker_threads';
import type { ScanTask } from '../../../collector/start/scan-workers/worker-messages.ts';
import type { ToThread } from '../../../collector/workers/messages.ts';

/** In place of a thread for scans: dies of a domain that says so, answers what is given up, and nothing else. */
parentPort?.on('message', (message: ToThread<ScanTask>) => {
  if (message.kind === 'give up') {
    const result = { domain: 'given up', parts: {} };
    return parentPort?.postMessage({ kind: 'done', number: message.number, result });
  }
  if (message.task.domain === 'deadly.example') throw new Error('This domain is too much.');
});
