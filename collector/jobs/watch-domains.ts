import {
  listedDomains,
  type WatchDomainsPorts,
  watchDomains as watch,
} from '../domain/intelligence/watch/watch-domains.ts';
import type { DomainWatchStore } from '../ports/scans/domain-watches.ts';
import { defineJob } from './define-job.ts';

interface Switch {
  readonly monitorIsOn: boolean;
}

export const watchDomains = defineJob<WatchDomainsPorts & Switch>({
  name: 'watch-domains',
  summary: 'Asks for the records of watched domains when their time is over, and tells of what changed.',
  everySeconds: 2,
  run: async (ports, signal) => {
    if (ports.monitorIsOn) await watch(ports, signal);
  },
});

export const followWatches = defineJob<
  Switch & {
    readonly domainWatches: Pick<DomainWatchStore, 'follow' | 'schedule'>;
    readonly detectionRules: Pick<WatchDomainsPorts['detectionRules'], 'locations'>;
    readonly newWatchesPerSecond: number;
    readonly noteSchedule: (schedule: Awaited<ReturnType<DomainWatchStore['schedule']>>) => void;
  }
>({
  name: 'follow-watches',
  summary: 'Takes over which domains are monitored and listed, and counts those that wait for their turn.',
  everySeconds: 60,
  firstSeconds: 5,
  run: async ({ monitorIsOn, domainWatches, detectionRules, newWatchesPerSecond, noteSchedule }) => {
    if (monitorIsOn) await domainWatches.follow(listedDomains(detectionRules.locations), newWatchesPerSecond);
    noteSchedule(await domainWatches.schedule());
  },
});
