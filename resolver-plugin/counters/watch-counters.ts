import type { DnstapSink } from '../dnstap/sink.ts';
import type { CounterSource } from './counter-source.ts';
import { FrameClock } from './frame-clock.ts';
import { LossEstimate } from './loss-estimate.ts';
import { type ResolverCounters, readCounters } from './read-counters.ts';

export interface WatchOptions {
  readonly source: CounterSource;
  /** Milliseconds between two looks, and those that frames have to come. */
  readonly interval: number;
  readonly settling: number;
  /** Is told the counts since the last look; not across a restart of the resolver. */
  readonly onCounted: (queries: number, policyHits: number | undefined) => void;
}

export interface CounterWatch {
  readonly sink: DnstapSink;
  /** Counts the frames that must have been lost; 0 while nothing is known. */
  lostFrames(): number;
  status(): object;
  stop(): void;
}

/** Reads the resolver's own counters every few seconds, and compares them with the frames that came. */
export function watchCounters(options: WatchOptions): CounterWatch {
  const { source, interval, settling, onCounted } = options;
  const clock = new FrameClock();
  const estimate = new LossEstimate();
  let last: ResolverCounters | undefined;
  let failures = 0;
  let lastFailure: string | undefined;
  let settle: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const look = async (): Promise<void> => {
    try {
      const counted = await readCounters(source);
      clock.mark(Date.now());
      if (last !== undefined && counted.queries >= last.queries) {
        const hits =
          counted.policyHits === undefined || last.policyHits === undefined
            ? undefined
            : Math.max(0, counted.policyHits - last.policyHits);
        onCounted(counted.queries - last.queries, hits);
      }
      last = counted;
      settle = setTimeout(() => estimate.add(counted.queries, clock.before), settling);
    } catch (error) {
      failures += 1;
      lastFailure = error instanceof Error ? error.message : String(error);
    }
    if (!stopped) timer = setTimeout(() => void look(), interval);
  };
  void look();

  return {
    sink: clock,
    lostFrames: () => estimate.lostFrames,
    status: () => ({
      source: `${source.kind}:${source.at}`,
      queries: last?.queries ?? null,
      policy_hits: last?.policyHits ?? null,
      queries_compared: estimate.compared,
      frames_lost: estimate.lostFrames,
      resolver_restarts: estimate.restarts,
      failures,
      last_failure: lastFailure ?? null,
    }),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(settle);
    },
  };
}
