import { Worker } from 'node:worker_threads';
import type { ExecutionContext } from 'ava';
import type { Sent } from './sender.ts';

export type Send = (url: string, init: Sent['init']) => Promise<number>;

/** Sends requests out of a thread of its own until the test's end, and returns their statuses. */
export function startSender(t: ExecutionContext): Send {
  const worker = new Worker(new URL('./sender.ts', import.meta.url));
  t.teardown(() => worker.terminate());
  const waiting = new Map<number, (status: number) => void>();
  worker.on('message', ({ number, status }: { number: number; status: number }) => {
    waiting.get(number)?.(status);
    waiting.delete(number);
  });
  let number = 0;
  return (url, init) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    waiting.set(++number, resolve);
    worker.postMessage({ number, url, init } satisfies Sent);
    return promise;
  };
}
