import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TrafficShape } from '../generate-traffic.ts';

export interface PacedIngestPlan {
  readonly url: string;
  readonly key: string;
  readonly rowsPerSecond: number;
  readonly shape: TrafficShape;
}

/**
 * Sends rows of the present moment, a second's worth each second, until it is stopped; gives how many went in. A thread of its
 * own does it: to generate a second's rows takes up to 50 ms, which whoever asks questions would wait for.
 */
export function pacedIngest(plan: PacedIngestPlan): { stop: () => Promise<number> } {
  if (plan.rowsPerSecond === 0) return { stop: async () => 0 };
  const sender = new Worker(new URL('./paced-sender.ts', import.meta.url), { workerData: plan });
  // Rejects with the sender's error.
  const ended = once(sender, 'message').then(([rows]) => rows as number);
  // Reported by `stop`.
  ended.catch(() => {});
  return {
    stop: () => {
      sender.postMessage('stop');
      return ended;
    },
  };
}
