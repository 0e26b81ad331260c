import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { PlatformStatistics } from '../ports/system/platform-statistics.ts';

/** Milliseconds. */
const interval = 30_000;

interface StatisticsTellerParts {
  readonly statistics: () => Promise<PlatformStatistics>;
  readonly statisticsInterval?: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A statistics teller tells everybody the platform's numbers every half minute. */
export class StatisticsTeller {
  readonly #timer: NodeJS.Timeout;

  constructor(
    { statistics, statisticsInterval = interval, clock, log }: StatisticsTellerParts,
    tell: (payload: PlatformStatistics & { readonly timestamp: string }) => void,
  ) {
    this.#timer = setInterval(() => {
      statistics().then(
        (numbers) => tell({ ...numbers, timestamp: new Date(clock.now()).toISOString() }),
        (error: unknown) => log.debug({ err: error }, 'the numbers of the platform could not be told'),
      );
    }, statisticsInterval);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
