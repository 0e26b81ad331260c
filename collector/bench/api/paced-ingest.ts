import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TrafficShape } from '../generate-traffic.ts';

export interface PacedIngestPlan {
  readonly url: string;
  readonly key: string;
  readonly rowsPerSecond: number;
  readonly shape: TrafficShape;
}

/** Rows that go in, a second's worth each second, until it is stopped; `stop` gives how many went in. */
export interface PacedIngest {
  readonly stop: () => Promise<number>;
}

/**
 * Sends from a thread of its own: to generate a second's rows takes up to 50 ms, which whoever asks questions would wait
 * for. Resolves when the first second's worth went in.
 */
export async function pacedIngest(plan: PacedIngestPlan): Promise<PacedIngest> {
  if (plan.rowsPerSecond === 0) return { stop: async () => 0 };
  const sender = new Worker(new URL('./paced-sender.ts', import.meta.url), { workerData: plan });
  // Its error is this one's, whether it comes at once or before it is stopped.
  const failed = once(sender, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const told = async (): Promise<number> => (await Promise.race([once(sender, 'message'), failed]))[0];
  await told();
  return {
    stop: async () => {
      sender.postMessage('stop');
      return told();
    },
  };
}
