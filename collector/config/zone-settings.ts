import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { text, url } from '@sonde/shared/settings/setting-types.ts';
import { zoneChoice } from './setting-types.ts';

/** Zone settings name the account by which zones of top-level domains are read. */
export const zoneSettings = {
  ...settingsAbout('Zones of top-level domains', 'SONDE_', {
    zones: setting(zoneChoice, 'all', {
      env: 'SONDE_ZONES',
      flag: '--zones',
      placeholder: 'ZONES',
      help: 'Top-level domains whose zones are read once a day with SONDE_CZDS_USER (docs/certificate-logs.md): all that the account may have, or some of them.',
    }),
    czdsUser: optional(text, {
      env: 'SONDE_CZDS_USER',
      flag: '--czds-user',
      placeholder: 'USER',
      help: "The user of your account with ICANN's Centralized Zone Data Service; no zone is read without.",
    }),
    czdsPasswordFile: optional(text, {
      env: 'SONDE_CZDS_PASSWORD_FILE',
      flag: '--czds-password-file',
      placeholder: 'FILE',
      help: 'The file that has the password of that account.',
    }),
    czdsAccountUrl: setting(url('https', 'http'), 'https://account-api.icann.org', {
      env: 'SONDE_CZDS_ACCOUNT_URL',
      flag: '--czds-account-url',
      placeholder: 'URL',
      help: 'Where the account API is.',
    }),
    czdsUrl: setting(url('https', 'http'), 'https://czds-api.icann.org', {
      env: 'SONDE_CZDS_URL',
      flag: '--czds-url',
      placeholder: 'URL',
      help: 'Where the list of zones is.',
    }),
  }),
} as const;
