import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Meter } from '../ports/system/metrics.ts';
import type { Job } from './define-job.ts';

/** Share of the interval that a start is moved by, so that collectors started together do not work in step. */
const jitter = 0.1;

export interface RunningJobs {
  /** The jobs that must have run once have done so. */
  readonly ready: Promise<void>;
  /** Ends the waiting, aborts what runs, and resolves when all have ended. */
  stop(): Promise<void>;
}

/**
 * Runs each job at its interval. A job never overlaps itself; one that fails is logged, counted and tried again at the
 * next time.
 */
export function runJobs<Ports>(
  jobs: readonly Job<Ports>[],
  ports: Ports,
  { log, meter }: { log: Log; meter: Meter },
): RunningJobs {
  const stopping = new AbortController();
  const runs = meter.counter('sonde_job_runs_total', 'Runs of background jobs.', ['job', 'result']);

  const runOnce = async (job: Job<Ports>): Promise<void> => {
    try {
      await job.run(ports, stopping.signal);
      runs.add(1, { job: job.name, result: 'done' });
    } catch (error) {
      if (stopping.signal.aborted) return;
      runs.add(1, { job: job.name, result: 'failed' });
      log.error({ job: job.name, error }, 'a job failed');
    }
  };

  const repeat = async (job: Job<Ports>): Promise<void> => {
    for (
      let seconds = job.firstSeconds ?? job.everySeconds;
      !stopping.signal.aborted;
      seconds = job.everySeconds
    ) {
      const pause = seconds * 1_000 * (1 + jitter * (2 * Math.random() - 1));
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await runOnce(job);
    }
  };

  const firstRuns = jobs.filter((job) => job.beforeReady).map(runOnce);
  const loops = jobs.map(repeat);
  return {
    ready: Promise.all(firstRuns).then(() => undefined),
    stop: async () => {
      stopping.abort();
      await Promise.all([...firstRuns, ...loops]);
    },
  };
}
