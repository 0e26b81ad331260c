import { recordingSettings } from '@sonde/sensor/config/recording-settings.ts';
import type { ConfigOf, Setting } from '@sonde/sensor/config/setting.ts';
import { bytes, listOf, oneOf, parseText, text, whole } from '@sonde/sensor/config/setting.ts';
import { shippingSettings } from '@sonde/sensor/config/shipping-settings.ts';
import { parseCollector, parseHostPort, parsePort } from '@sonde/sensor/config/values.ts';

const mebibyte = 1024 * 1024;

/**
 * Every setting of the agent, declared once. The file's key is the name here, the environment variable is `SONDE_AGENT_`
 * and the name in capitals, the flag is the name with dashes (a list's in the singular). Help, the documentation's table,
 * validation and redacted printing derive from it.
 */
export const settings = {
  interfaces: listOf(parseText, [], {
    flag: 'interface',
    placeholder: 'NAME',
    help: 'Interface to capture on; every interface that is up where none is named.',
  }),
  collectors: listOf(parseCollector, [], {
    flag: 'collector',
    placeholder: 'URL',
    reloadable: true,
    help: 'Collector to ship to: https://..., http://... or unix:/path. The next of several is used while one fails.',
  }),
  key: text(undefined, {
    secret: true,
    reloadable: true,
    placeholder: 'KEY',
    help: "The location's key. A key file or the environment keeps it out of the process list.",
  }),
  key_file: text(undefined, {
    placeholder: 'FILE',
    reloadable: true,
    help: "File that holds the location's key; nobody but its owner should be able to read it.",
  }),
  ca_file: text(undefined, {
    placeholder: 'FILE',
    reloadable: true,
    help: 'PEM file with the only authorities that may vouch for the collector, in place of those of the system.',
  }),
  state: text(undefined, {
    placeholder: 'DIR',
    help: 'Directory of the identity, the spool and the status socket. /var/lib/sonde-agent for root, else .sonde/agent.',
  }),
  filter: text(undefined, {
    placeholder: 'EXPRESSION',
    help: 'A pcap-filter(7) expression that narrows the capture further.',
  }),
  ports: listOf(parsePort, [53, 5353, 5355, 137], {
    flag: 'port',
    placeholder: 'PORT',
    help: 'Port that carries DNS messages.',
  }),
  ...recordingSettings,
  buffer_bytes: bytes(
    64 * mebibyte,
    { min: 1 * mebibyte, max: 2048 * mebibyte },
    { help: "Bytes of the kernel's ring, per interface." },
  ),
  snap_length: whole(65_535, { min: 128, max: 65_535 }, { help: 'Bytes kept of a packet.' }),
  ...shippingSettings,
  metrics: listen(),
  log_level: oneOf(['error', 'warn', 'info', 'debug'], 'info', { help: 'How much is logged.' }),
} as const;

function listen(): Setting<string | undefined> {
  const setting = text(undefined, {
    placeholder: 'HOST:PORT',
    help: 'Address that serves /metrics and /health; none where it is not given.',
  });
  return { ...setting, parse: parseHostPort };
}

export type SettingName = keyof typeof settings;

/** The values of all settings. */
export type Config = ConfigOf<typeof settings>;

export const settingNames = Object.keys(settings) as SettingName[];

export function environmentName(name: SettingName): string {
  return `SONDE_AGENT_${name.toUpperCase()}`;
}

export function flagName(name: SettingName): string {
  return `--${(setting(name).flag ?? name).replaceAll('_', '-')}`;
}

export function setting(name: SettingName): Setting<unknown> {
  return settings[name];
}
