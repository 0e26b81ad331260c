import { setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { choice, duration, integer } from '@sonde/shared/settings/setting-types.ts';

/**
 * Scan settings bound the number and cost of scans and govern monitoring. The scanner's own settings govern its use of
 * the network (scanner/settings.ts).
 */
export const scanSettings = {
  ...settingsAbout('Scans of this collector', 'SONDE_', {
    scanCache: setting(duration, '10m', {
      env: 'SONDE_SCAN_CACHE',
      flag: '--scan-cache',
      placeholder: 'TIME',
      help: 'How long what a scan found is told again without another look.',
    }),
    scansAtOnce: setting(integer(1, 1_000), '32', {
      env: 'SONDE_SCANS_AT_ONCE',
      flag: '--scans-at-once',
      placeholder: 'COUNT',
      help: 'Scans that run at once for callers who wait; others wait for their turn.',
    }),
    bulkScansAtOnce: setting(integer(1, 2_000), '64', {
      env: 'SONDE_BULK_SCANS_AT_ONCE',
      flag: '--bulk-scans-at-once',
      placeholder: 'COUNT',
      help: 'Scans of bulk jobs and of monitored domains that run at once.',
    }),
    scanWorkers: setting(integer(0, 64), '1', {
      env: 'SONDE_SCAN_WORKERS',
      flag: '--scan-workers',
      placeholder: 'COUNT',
      help: "Threads for those scans; with 0 they run in the collector's own. Half as many as the machine has cores leaves room for the stores.",
    }),
    scanBurst: setting(integer(1, 1_000_000), '600', {
      env: 'SONDE_SCAN_BURST',
      flag: '--scan-burst',
      placeholder: 'UNITS',
      help: 'Costly work that one caller of the free tier may start at once: a scan takes 5 units, a single analysis 1 to 8. Higher tiers have more, as they have more requests. Each collector counts for itself.',
    }),
    scanBurstPerMinute: setting(integer(1, 1_000_000), '600', {
      env: 'SONDE_SCAN_BURST_PER_MINUTE',
      flag: '--scan-burst-per-minute',
      placeholder: 'UNITS',
      help: 'Units of it that come back in a minute.',
    }),
  }),
  ...settingsAbout('Monitored domains', 'SONDE_', {
    monitor: setting(choice('on', 'off'), 'on', {
      env: 'SONDE_MONITOR',
      flag: '--monitor',
      placeholder: 'SWITCH',
      help: 'Whether this collector scans monitored domains again.',
    }),
    monitorEvery: setting(duration, '12h', {
      env: 'SONDE_MONITOR_EVERY',
      flag: '--monitor-every',
      placeholder: 'TIME',
      help: 'How often monitored domains are scanned again.',
    }),
    monitorFor: setting(duration, '30d', {
      env: 'SONDE_MONITOR_FOR',
      flag: '--monitor-for',
      placeholder: 'TIME',
      help: 'How long a domain is monitored after an account last had it scanned.',
    }),
    watchEvery: setting(duration, '1h', {
      env: 'SONDE_WATCH_EVERY',
      flag: '--watch-every',
      placeholder: 'TIME',
      help: 'How often the records of monitored and listed domains are asked for at the least; sooner where their time to live is over, but not within a minute.',
    }),
    watchQuestions: setting(integer(1, 100_000), '200', {
      env: 'SONDE_WATCH_QUESTIONS',
      flag: '--watch-questions',
      placeholder: 'COUNT',
      help: 'Questions a second that this collector asks for that, evenly; where more are due, each account has its turn.',
    }),
  }),
} as const;
