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
      help: 'Top-level domains whose zones the collector reads once a day with SONDE_CZDS_USER (docs/certificate-logs.md): all zones that the account can access, or some of them.',
    }),
    czdsUser: optional(text, {
      env: 'SONDE_CZDS_USER',
      flag: '--czds-user',
      placeholder: 'USER',
      help: "The user of your account at ICANN's Centralized Zone Data Service. Without it, the collector reads no zones.",
    }),
    czdsPasswordFile: optional(text, {
      env: 'SONDE_CZDS_PASSWORD_FILE',
      flag: '--czds-password-file',
      placeholder: 'FILE',
      help: 'The file with the password of your account at the Centralized Zone Data Service.',
    }),
    czdsAccountUrl: setting(url('https', 'http'), 'https://account-api.icann.org', {
      env: 'SONDE_CZDS_ACCOUNT_URL',
      flag: '--czds-account-url',
      placeholder: 'URL',
      help: 'The URL of the account API.',
    }),
    czdsUrl: setting(url('https', 'http'), 'https://czds-api.icann.org', {
      env: 'SONDE_CZDS_URL',
      flag: '--czds-url',
      placeholder: 'URL',
      help: 'The URL of the list of zones.',
    }),
  }),
} as const;
