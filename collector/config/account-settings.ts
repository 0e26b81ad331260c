import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { list, text, url } from '@sonde/shared/settings/setting-types.ts';
import { chosenKey, chosenSecret, mailRecipient } from './setting-types.ts';

/** Account settings govern permissions and notifications. */
export const accountSettings = {
  ...settingsAbout('Accounts and keys', 'SONDE_', {
    adminKey: optional(chosenKey, {
      env: 'SONDE_ADMIN_KEY',
      flag: '--admin-key',
      placeholder: 'KEY',
      help: "An administrator's API key. Without it, the collector makes a key at the first start and shows it once.",
      secret: 'all',
    }),
    adminKeyFile: optional(text, {
      env: 'SONDE_ADMIN_KEY_FILE',
      flag: '--admin-key-file',
      placeholder: 'FILE',
      help: "A file with the administrator's API key. If the file does not exist, the collector writes the key that it makes at the first start to this file instead of printing it.",
    }),
    adminEmail: setting(text, 'administrator@sonde.invalid', {
      env: 'SONDE_ADMIN_EMAIL',
      flag: '--admin-email',
      placeholder: 'EMAIL',
      help: 'The e-mail address of the administrator of a new installation.',
    }),
    tokenSecret: optional(chosenSecret, {
      env: 'SONDE_TOKEN_SECRET',
      flag: '--token-secret',
      placeholder: 'SECRET',
      help: 'The secret that signs login tokens. Collectors that share a database need the same secret. Without it, the collector makes one at the first start.',
      secret: 'all',
    }),
    provisionAgent: optional(text, {
      env: 'SONDE_PROVISION_AGENT',
      flag: '--provision-agent',
      placeholder: 'FILE',
      help: 'A key file for an agent on this machine. If the file has no working key, the collector creates a location and writes the key of the location to the file.',
    }),
  }),
  ...settingsAbout('Mail', 'SONDE_', {
    smtpUrl: optional(url('smtp', 'smtps'), {
      env: 'SONDE_SMTP_URL',
      flag: '--smtp-url',
      placeholder: 'URL',
      help: 'The mail server for alerts, as smtp://user:password@host:587. Without it, the collector sends no mail. A server in a private network needs SONDE_ALLOWED_NETWORKS.',
      secret: 'password',
    }),
    mailFrom: setting(text, 'Sonde <sonde@localhost>', {
      env: 'SONDE_MAIL_FROM',
      flag: '--mail-from',
      placeholder: 'ADDRESS',
      help: 'The sender of alerts by mail.',
    }),
    mailRecipients: setting(list(mailRecipient), '', {
      env: 'SONDE_MAIL_RECIPIENTS',
      flag: '--mail-recipients',
      placeholder: 'ADDRESSES',
      help: 'The addresses to which accounts can have alerts mailed. The default allows no address.',
    }),
  }),
} as const;
