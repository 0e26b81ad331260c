import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TrafficShape } from '../generate-traffic.ts';

export interface PacedIngestPlan {
  readonly url: string;
  readonly key: string;
  readonly rowsPerSecond: number;
  readonly shape: TrafficShape;
}

export interface PacedIngest {
  /** Gives how many rows went in. */
  stop(): Promise<number>;
  /** Rejects as soon as a row could not be sent, since which none is. */
  readonly failed: Promise<never>;
}

/**
 * Sends rows of the present moment, a second's worth each second, until it is stopped. A thread of its
 * own does it: to generate a second's rows takes up to 50 ms, which whoever asks questions would wait for.
 */
export function pacedIngest(plan: PacedIngestPlan): PacedIngest {
  const failing = Promise.withResolvers<never>();
  if (plan.rowsPerSecond === 0) return { stop: async () => 0, failed: failing.promise };
  const sender = new Worker(new URL('./paced-sender.ts', import.meta.url), { workerData: plan });
  // Rejects with the sender's error.
  const ended = once(sender, 'message').then(([rows]) => rows as number);
  // Reported by `stop`, and by `failed` to whoever looks at it.
  ended.catch(failing.reject);
  failing.promise.catch(() => {});
  return {
    failed: failing.promise,
    stop: () => {
      sender.postMessage('stop');
      return ended;
    },
  };
}
