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
      help: "An administrator's API key; without it one is made at the first start and shown once.",
      secret: 'all',
    }),
    adminKeyFile: optional(text, {
      env: 'SONDE_ADMIN_KEY_FILE',
      flag: '--admin-key-file',
      placeholder: 'FILE',
      help: "A file with the administrator's API key. If the file is not there, the key that is made at the first start is written to it and not printed.",
    }),
    adminEmail: setting(text, 'administrator@sonde.invalid', {
      env: 'SONDE_ADMIN_EMAIL',
      flag: '--admin-email',
      placeholder: 'EMAIL',
      help: 'The address of the administrator that a fresh installation starts with.',
    }),
    tokenSecret: optional(chosenSecret, {
      env: 'SONDE_TOKEN_SECRET',
      flag: '--token-secret',
      placeholder: 'SECRET',
      help: 'What login tokens are signed with; collectors that share a database need the same one. Made at the first start if absent.',
      secret: 'all',
    }),
    provisionAgent: optional(text, {
      env: 'SONDE_PROVISION_AGENT',
      flag: '--provision-agent',
      placeholder: 'FILE',
      help: 'Makes a location for an agent on this machine and writes its key to that file, if it has none that works.',
    }),
  }),
  ...settingsAbout('Mail', 'SONDE_', {
    smtpUrl: optional(url('smtp', 'smtps'), {
      env: 'SONDE_SMTP_URL',
      flag: '--smtp-url',
      placeholder: 'URL',
      help: 'The mail server that alerts are sent over, as smtp://user:password@host:587; no mail is sent if absent. One in a private network needs SONDE_ALLOWED_NETWORKS.',
      secret: 'password',
    }),
    mailFrom: setting(text, 'Sonde <sonde@localhost>', {
      env: 'SONDE_MAIL_FROM',
      flag: '--mail-from',
      placeholder: 'ADDRESS',
      help: 'Whom alerts by mail come from.',
    }),
    mailRecipients: setting(list(mailRecipient), '', {
      env: 'SONDE_MAIL_RECIPIENTS',
      flag: '--mail-recipients',
      placeholder: 'ADDRESSES',
      help: 'Whom accounts may have alerts mailed to; nobody unless set.',
    }),
  }),
} as const;
