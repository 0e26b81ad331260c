import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../../../collector/start/scan-workers/worker-messages.ts';

/** In place of a thread for scans: dies of a domain that says so, answers what is given up, and nothing else. */
parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'give up') {
    const scan = { domain: 'given up', parts: {} };
    return parentPort?.postMessage({ kind: 'scan', number: message.number, scan });
  }
  if (message.domain === 'deadly.example') throw new Error('This domain is too much.');
});
