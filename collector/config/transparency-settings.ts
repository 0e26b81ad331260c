import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { choice, duration, integer, text } from '@sonde/shared/settings/setting-types.ts';
import { logChoice } from './setting-types.ts';

/** Transparency settings choose the certificate logs that the collector follows. */
export const transparencySettings = {
  ...settingsAbout('Certificate logs', 'SONDE_', {
    followedLogs: setting(logChoice, 'none', {
      env: 'SONDE_FOLLOWED_LOGS',
      flag: '--followed-logs',
      placeholder: 'LOGS',
      help: 'Logs of certificates to follow (docs/certificate-logs.md): `all` that take certificates now, or some by name, id or URL. All of them are an estimated 2 to 5 MB/s, day and night. Collectors that share a database share the logs, and need the same list.',
    }),
    logList: optional(text, {
      env: 'SONDE_LOG_LIST',
      flag: '--log-list',
      placeholder: 'URL_OR_FILE',
      help: 'The list of logs to choose from, in the JSON that browsers publish theirs in (version 3); a URL is fetched four times a day. SONDE_CERTIFICATE_LOGS if absent.',
    }),
    logsFrom: setting(choice('now', 'beginning'), 'now', {
      env: 'SONDE_LOGS_FROM',
      flag: '--logs-from',
      placeholder: 'WHEN',
      help: 'Where a log is begun that was not followed before. From its beginning are hundreds of millions of entries.',
    }),
    logsEvery: setting(duration, '10s', {
      env: 'SONDE_LOGS_EVERY',
      flag: '--logs-every',
      placeholder: 'TIME',
      help: 'How often a log is asked whether it has more.',
    }),
    logsAtOnce: setting(integer(1, 200), '16', {
      env: 'SONDE_LOGS_AT_ONCE',
      flag: '--logs-at-once',
      placeholder: 'COUNT',
      help: 'Logs that this collector reads at once.',
    }),
    certificateRetention: setting(duration, '90d', {
      env: 'SONDE_CERTIFICATE_RETENTION',
      flag: '--certificate-retention',
      placeholder: 'TIME',
      help: 'How long certificates out of logs are kept for searches, and what concerns watched domains for four times as long.',
    }),
  }),
} as const;
