import { scannerSettings } from '@sonde/scanner/settings.ts';
import type { ProgramSettings } from '@sonde/shared/settings/load-settings.ts';
import type { ValuesOf } from '@sonde/shared/settings/setting.ts';
import { accountSettings } from './account-settings.ts';
import { certificateSettings } from './certificate-settings.ts';
import { clientSettings } from './client-settings.ts';
import { contentSettings } from './content-settings.ts';
import { feedSettings } from './feed-settings.ts';
import { nameSettings } from './name-settings.ts';
import { scanSettings } from './scan-settings.ts';
import { servingSettings } from './serving-settings.ts';
import { ssoSettings } from './sso-settings.ts';
import { storeSettings } from './store-settings.ts';
import { transparencySettings } from './transparency-settings.ts';
import { zoneSettings } from './zone-settings.ts';

/**
 * The table declares every setting of the collector once. Flags, .env.example, docs/configuration.md and `config`
 * derive from it.
 */
export const settings = {
  ...servingSettings,
  ...certificateSettings,
  ...storeSettings,
  ...accountSettings,
  ...ssoSettings,
  ...feedSettings,
  ...scannerSettings,
  ...scanSettings,
  ...clientSettings,
  ...nameSettings,
  ...contentSettings,
  ...transparencySettings,
  ...zoneSettings,
} as const;

export type SettingName = keyof typeof settings;

export type Config = ValuesOf<typeof settings>;

/** Names of the environment that belong to the other programs, and to those who ask a collector. */
const foreignPrefixes = ['SONDE_AGENT_', 'SONDE_RESOLVER_'];
const foreignNames = ['SONDE_KEY', 'SONDE_URL'];

/** The collector's settings state the table, and the environment and files that hold its values. */
export const collectorSettings: ProgramSettings<typeof settings> = {
  table: settings,
  prefix: 'SONDE_',
  fileVariable: 'SONDE_CONFIG',
  defaultFile: '/etc/sonde/collector.json',
  isForeign: (name) =>
    foreignNames.includes(name) || foreignPrefixes.some((prefix) => name.startsWith(prefix)),
};
