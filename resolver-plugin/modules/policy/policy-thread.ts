import { once } from 'node:events';
import type { StartModule } from '../plugin-module.ts';
import type { PolicyModuleOptions } from './options.ts';
import { PolicyHits } from './policy-hits.ts';
import { startPolicyWorker } from './start-policy-worker.ts';
import type { FromPolicyThread, ToPolicyThread } from './thread-messages.ts';

/** Milliseconds that the thread has for an answer, busy with a large policy as it may be, and for its end. */
const patience = 10_000;
const hitsEvery = 1_000;

/**
 * A counted-traffic function tells a listener the resolver's own counts of queries and policy hits; the hits are
 * undefined if the resolver does not count them.
 */
export type CountedTraffic = (listener: (queries: number, hits: number | undefined) => void) => void;

/** Runs the module policy in a thread of its own. Without counts of the resolver, what dnstap tells has to do. */
export function policyThread(options: PolicyModuleOptions, counted?: CountedTraffic): StartModule {
  return async (failed) => {
    const worker = startPolicyWorker(options);
    const post = (message: ToPolicyThread): void => worker.postMessage(message);
    const waiting = new Map<number, (answer: object) => void>();
    let lastId = 0;
    const exited = once(worker, 'exit');
    exited.catch(() => undefined);
    const ended = new Promise<never>((_resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
    worker.on('message', (message: FromPolicyThread) => {
      if (message.kind !== 'answer') return;
      waiting.get(message.id)?.(message.answer);
      waiting.delete(message.id);
    });
    const ask = (kind: 'status' | 'rollback'): Promise<object> => {
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<object>();
      waiting.set(id, resolve);
      post({ kind, id });
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error('the thread does not answer'));
      }, patience);
      return promise.finally(() => clearTimeout(timer));
    };
    await Promise.race([once(worker, 'message'), ended]);
    let stopping = false;
    ended.catch((error: unknown) => {
      if (!stopping) failed(error);
    });
    counted?.((queries, hits) => {
      if (hits !== undefined && !stopping) post({ kind: 'traffic', queries, hits });
    });
    const seen = counted === undefined ? new PolicyHits() : undefined;
    const timer = setInterval(() => {
      const traffic = seen?.take();
      if (traffic !== undefined) post({ kind: 'traffic', ...traffic });
    }, hitsEvery);
    return {
      ...(seen === undefined ? {} : { sink: seen }),
      status: () => ask('status'),
      command: async (name) => (name === 'rollback' ? await ask('rollback') : undefined),
      stop: async () => {
        stopping = true;
        clearInterval(timer);
        const end = setTimeout(() => void worker.terminate(), patience);
        post({ kind: 'stop' });
        await exited.catch(() => undefined);
        clearTimeout(end);
      },
    };
  };
}
