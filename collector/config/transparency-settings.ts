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
      help: 'Certificate logs to follow (docs/certificate-logs.md): `all` logs that accept certificates now, or some by name, id or URL. All logs together are an estimated 2 to 5 MB/s, day and night. Collectors that share a database share the logs, and need the same list.',
    }),
    logList: optional(text, {
      env: 'SONDE_LOG_LIST',
      flag: '--log-list',
      placeholder: 'URL_OR_FILE',
      help: 'The list of logs to choose from, in the JSON format that browsers publish (version 3). The collector downloads a URL four times a day. The default is the list of SONDE_CERTIFICATE_LOGS.',
    }),
    logsFrom: setting(choice('now', 'beginning'), 'now', {
      env: 'SONDE_LOGS_FROM',
      flag: '--logs-from',
      placeholder: 'WHEN',
      help: 'Where the collector starts to read a log that it has not followed before. From the beginning, a log has hundreds of millions of entries.',
    }),
    logsEvery: setting(duration, '10s', {
      env: 'SONDE_LOGS_EVERY',
      flag: '--logs-every',
      placeholder: 'TIME',
      help: 'How often the collector asks a log for new entries.',
    }),
    logsAtOnce: setting(integer(1, 200), '16', {
      env: 'SONDE_LOGS_AT_ONCE',
      flag: '--logs-at-once',
      placeholder: 'COUNT',
      help: 'The number of logs that this collector reads at the same time.',
    }),
    certificateRetention: setting(duration, '90d', {
      env: 'SONDE_CERTIFICATE_RETENTION',
      flag: '--certificate-retention',
      placeholder: 'TIME',
      help: 'How long certificates from logs are kept for searches. Certificates that concern watched domains are kept four times as long.',
    }),
  }),
} as const;
