import { backoff } from '@sonde/shared/net/retry-wait.ts';
import { downloadPolicy, type Enforced } from './download-policy.ts';
import { PolicyError } from './policy-error.ts';
import type { PolicyLine } from './policy-line.ts';

/** Milliseconds for a whole policy of the largest size on a slow line. */
const downloadPatience = 120_000;
/** Seconds that we let the collector wait for a change; proxies on the way often end a request after 30. */
const longestWait = 25;
/** While a collector fails it is asked this seldom at last, in milliseconds, unless the interval is longer. */
const longestPause = 30_000;
/** A collector that answers sooner than this has not waited. */
const shortest = 1_000;

export interface FollowOptions {
  readonly collector: string;
  readonly key: string;
  /** Milliseconds until the next look if the collector does not wait, and about so many after the first failure. */
  readonly interval: number;
  /** In [0, 1): all resolvers lose a collector at one moment, and are not to come back at one. */
  readonly random: () => number;
  /** Milliseconds pass; resolves early when the signal comes. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly line: Pick<PolicyLine, 'held' | 'ensureServed' | 'take'>;
  readonly enforced: () => Enforced;
  readonly failed: (error: unknown) => void;
}

export interface Following {
  readonly lastContact: string | undefined;
  stop(): Promise<void>;
}

/** Asks the collector for the policy, and then waits there for each change to it. */
export function followPolicy(options: FollowOptions): Following {
  const { collector, key, interval, line, enforced, failed, random, pause } = options;
  const stopping = new AbortController();
  const url = new URL('/api/v1/unbound/policy', collector);
  const headers = { authorization: `Bearer ${key}` };
  let lastContact: string | undefined;
  let askWhole = false;
  let failures = 0;

  /** Whether there was an update. */
  const look = async (): Promise<boolean> => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(downloadPatience)]);
    const { held } = line;
    const known = held === undefined || askWhole ? {} : { held, wait: longestWait, enforced: enforced() };
    const policy = await downloadPolicy({ url, headers, signal, ...known });
    lastContact = new Date().toISOString();
    failures = 0;
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
        if (error instanceof PolicyError && error.fault === 'unavailable') failures++;
        failed(error);
        return 'failed' as const;
      });
      const waited = next === false && performance.now() - began > shortest;
      if (next === true || waited) continue;
      const longest = Math.max(interval, longestPause);
      const wait = failures === 0 ? interval : backoff(failures, random(), 2 * interval, longest);
      await pause(wait, stopping.signal);
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
