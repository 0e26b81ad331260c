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
      help: 'How long the result of a scan is returned again without a new scan.',
    }),
    scansAtOnce: setting(integer(1, 1_000), '32', {
      env: 'SONDE_SCANS_AT_ONCE',
      flag: '--scans-at-once',
      placeholder: 'COUNT',
      help: 'The number of concurrent scans for callers who wait for the result. Further scans wait in a queue.',
    }),
    bulkScansAtOnce: setting(integer(1, 2_000), '64', {
      env: 'SONDE_BULK_SCANS_AT_ONCE',
      flag: '--bulk-scans-at-once',
      placeholder: 'COUNT',
      help: 'The number of concurrent scans of bulk jobs and of monitored domains.',
    }),
    scanWorkers: setting(integer(0, 64), '1', {
      env: 'SONDE_SCAN_WORKERS',
      flag: '--scan-workers',
      placeholder: 'COUNT',
      help: "The number of threads for scans of bulk jobs and of monitored domains. With 0, these scans run in the collector's own thread. Half the number of cores leaves room for the stores.",
    }),
    scanBurst: setting(integer(1, 1_000_000), '600', {
      env: 'SONDE_SCAN_BURST',
      flag: '--scan-burst',
      placeholder: 'UNITS',
      help: 'The units of costly work that one caller of the free tier can start at once. A scan takes 5 units, a single analysis 1 to 8. Higher tiers have more units in proportion to their requests. Each collector counts for itself.',
    }),
    scanBurstPerMinute: setting(integer(1, 1_000_000), '600', {
      env: 'SONDE_SCAN_BURST_PER_MINUTE',
      flag: '--scan-burst-per-minute',
      placeholder: 'UNITS',
      help: 'The units of costly work that one caller of the free tier gets back in a minute.',
    }),
  }),
  ...settingsAbout('Monitored domains', 'SONDE_', {
    monitor: setting(choice('on', 'off'), 'on', {
      env: 'SONDE_MONITOR',
      flag: '--monitor',
      placeholder: 'SWITCH',
      help: 'Whether this collector rescans monitored domains.',
    }),
    monitorEvery: setting(duration, '12h', {
      env: 'SONDE_MONITOR_EVERY',
      flag: '--monitor-every',
      placeholder: 'TIME',
      help: 'How often monitored domains are rescanned.',
    }),
    monitorFor: setting(duration, '30d', {
      env: 'SONDE_MONITOR_FOR',
      flag: '--monitor-for',
      placeholder: 'TIME',
      help: 'How long a domain is monitored after an account last scanned it.',
    }),
    watchEvery: setting(duration, '1h', {
      env: 'SONDE_WATCH_EVERY',
      flag: '--watch-every',
      placeholder: 'TIME',
      help: 'The longest interval between two queries for the records of monitored and listed domains. The interval is shorter if the TTL expires earlier, but at least a minute.',
    }),
    watchQuestions: setting(integer(1, 100_000), '200', {
      env: 'SONDE_WATCH_QUESTIONS',
      flag: '--watch-questions',
      placeholder: 'COUNT',
      help: 'The number of queries a second that this collector sends for these records, evenly spread. If more queries are due, the accounts take turns.',
    }),
  }),
} as const;
