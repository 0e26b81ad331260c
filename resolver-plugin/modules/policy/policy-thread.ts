import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StartModule } from '../plugin-module.ts';
import type { PolicyModuleOptions } from './options.ts';

/** Milliseconds that the thread has for a status, busy with a large policy as it may be, and for its end. */
const patience = 10_000;

/** Runs the module policy in a thread of its own. */
export function policyThread(options: PolicyModuleOptions): StartModule {
  return async (failed) => {
    const worker = new Worker(new URL('./policy-worker.ts', import.meta.url), { workerData: options });
    const exited = once(worker, 'exit');
    exited.catch(() => undefined);
    const ended = new Promise<never>((_resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
    await Promise.race([once(worker, 'message'), ended]);
    let stopping = false;
    ended.catch((error: unknown) => {
      if (!stopping) failed(error);
    });
    return {
      status: async () => {
        worker.postMessage('status');
        const signal = AbortSignal.timeout(patience);
        const [answer] = (await once(worker, 'message', { signal })) as [{ status: object }];
        return answer.status;
      },
      stop: async () => {
        stopping = true;
        const timer = setTimeout(() => void worker.terminate(), patience);
        worker.postMessage('stop');
        await exited.catch(() => undefined);
        clearTimeout(timer);
      },
    };
  };
}
