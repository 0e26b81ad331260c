import { setTimeout as delay } from 'node:timers/promises';
import { downloadPolicy, type Enforced } from './download-policy.ts';
import { PolicyError } from './policy-error.ts';
import type { PolicyLine } from './policy-line.ts';

/** Milliseconds for a whole policy of the largest size on a slow line. */
const downloadPatience = 120_000;
/** Seconds that we let the collector wait for a change; proxies on the way often end a request after 30. */
const longestWait = 25;
/** A collector that answers sooner than this has not waited. */
const shortest = 1_000;

export interface FollowOptions {
  readonly collector: string;
  readonly key: string;
  /** Milliseconds until the next look after a failure, or if the collector does not wait. */
  readonly interval: number;
  readonly line: PolicyLine;
  readonly enforced: () => Enforced;
  readonly failed: (error: unknown) => void;
}

export interface Following {
  readonly lastContact: string | undefined;
  stop(): Promise<void>;
}

/** Asks the collector for the policy, and then waits there for each change to it. */
export function followPolicy({ collector, key, interval, line, enforced, failed }: FollowOptions): Following {
  const stopping = new AbortController();
  const url = new URL('/api/v1/unbound/policy', collector);
  const headers = { authorization: `Bearer ${key}` };
  let lastContact: string | undefined;
  let askWhole = false;

  /** Whether there was an update. */
  const look = async (): Promise<boolean> => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(downloadPatience)]);
    const { held } = line;
    const known = held === undefined || askWhole ? {} : { held, wait: longestWait, enforced: enforced() };
    const policy = await downloadPolicy({ url, headers, signal, ...known });
    lastContact = new Date().toISOString();
    if (policy === undefined) {
      await line.ensureServed();
      return false;
    }
    await line.take(policy);
    askWhole = false;
    return true;
  };

  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const next = await look().catch((error: unknown) => {
        if (stopping.signal.aborted) return true;
        if (error instanceof PolicyError && error.fault === 'does_not_follow') askWhole = true;
        failed(error);
        return 'failed' as const;
      });
      const waited = next === false && performance.now() - began > shortest;
      if (next === true || waited) continue;
      await delay(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = follow();

  return {
    get lastContact() {
      return lastContact;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
