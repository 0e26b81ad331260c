import { shippingSettings } from '@sonde/sensor/config/shipping-settings.ts';
import { captureSettings } from '@sonde/shared/sensor-settings/capture-settings.ts';
import { recordingSettings } from '@sonde/shared/sensor-settings/recording-settings.ts';
import { collectorAddress, port, publicKey } from '@sonde/shared/sensor-settings/values.ts';
import {
  type LoadedSettings,
  loadSettings,
  type ProgramSettings,
  type SettingSources,
} from '@sonde/shared/settings/load-settings.ts';
import { optional, setting, settingsAbout, type ValuesOf } from '@sonde/shared/settings/setting.ts';
import {
  bytesBetween,
  choice,
  hostPort,
  integer,
  list,
  seconds,
  text,
  yesNo,
} from '@sonde/shared/settings/setting-types.ts';

const mebibyte = 1024 * 1024;
const prefix = 'SONDE_AGENT_';

/**
 * The settings declare every setting of the agent once. Flags, the documentation's tables and the configuration check
 * derive from this.
 */
export const settings = {
  ...settingsAbout('Capture', prefix, {
    interfaces: setting(list(text), '', {
      flag: '--interface',
      placeholder: 'NAME',
      help: 'Interface to capture on. If you name none, the agent captures on every interface that is up.',
    }),
    ...captureSettings,
    logs: setting(list(text), '', {
      flag: '--log',
      placeholder: 'FILE',
      help: "Log of another sensor to follow: Zeek's dns.log or Suricata's eve.json. If you name a log and no interface, the agent captures no packets.",
    }),
    ports: setting(list(port), '53,5353,5355,137', {
      flag: '--port',
      placeholder: 'PORT',
      help: 'Port that carries DNS messages.',
    }),
    encrypted_dns: setting(yesNo, 'false', {
      help: 'Whether the agent follows connections of encrypted DNS: client, resolver, duration, amount of data and client fingerprint. The agent decrypts nothing.',
    }),
    encrypted_dns_resolvers: optional(text, {
      placeholder: 'FILE',
      help: 'JSON file with the resolvers whose port 443 counts as DNS over HTTPS. It replaces the list that comes with the agent.',
    }),
    encrypted_dns_rate: setting(integer(1, 10_000), '200', {
      help: 'Maximum number of hellos of encrypted DNS to read per second. The agent drops and counts the connections above this limit.',
    }),
    buffer_bytes: setting(bytesBetween(1 * mebibyte, 2048 * mebibyte), '64MiB', {
      help: "Size of the kernel's packet ring for each interface.",
    }),
    threads: setting(integer(1, 64), '1', {
      help: 'Number of threads that decode packets. With 2 or more, the threads share the flows, and a further thread takes in the packets.',
    }),
    snap_length: setting(integer(128, 65_535), '65535', { help: 'Number of bytes to keep of each packet.' }),
  }),
  ...settingsAbout('Collector', prefix, {
    collectors: setting(list(collectorAddress), '', {
      flag: '--collector',
      placeholder: 'URL',
      reloadable: true,
      help: 'Collector to ship to: https://..., http://... or unix:/path. If you name several, the agent uses the next one while one fails.',
    }),
    key: optional(text, {
      secret: 'all',
      reloadable: true,
      placeholder: 'KEY',
      help: 'Key of the location. Use the environment or a key file, so that the key does not appear in the process list.',
    }),
    key_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: 'File with the key of the location. Only the owner of the file should be able to read it.',
    }),
    enrolment_token: optional(text, {
      secret: 'all',
      placeholder: 'TOKEN',
      help: 'Enrolment token. An agent without a key uses the token at its first start to get a key of its own.',
    }),
    enrolment_token_file: optional(text, {
      placeholder: 'FILE',
      help: 'File with the enrolment token.',
    }),
    ca_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: 'PEM file with the only certificate authorities that the agent accepts for the collector, instead of the authorities of the system.',
    }),
  }),
  ...settingsAbout('What is recorded', prefix, recordingSettings),
  ...settingsAbout('Settings from the collector', prefix, {
    settings_from_collector: setting(yesNo, 'false', {
      reloadable: true,
      help: 'Whether the collector can narrow what the agent records. A setting that is given on this machine takes precedence.',
    }),
    settings_key: optional(publicKey, {
      placeholder: 'BASE64',
      help: "Public key that verifies the signature of the collector's settings. If you set none, the agent keeps the first key that it receives.",
    }),
    settings_trial_seconds: setting(seconds(1, 3_600), '60', {
      help: 'Length of the trial of new settings. If the agent records nothing any more, it goes back to the previous settings.',
    }),
  }),
  ...settingsAbout('Shipping', prefix, shippingSettings),
  ...settingsAbout('The agent itself', prefix, {
    state: optional(text, {
      placeholder: 'DIR',
      help: 'Directory for the identity, the spool and the status socket. Without this setting: /var/lib/sonde-agent for root, otherwise .sonde/agent.',
    }),
    metrics: optional(hostPort, {
      placeholder: 'HOST:PORT',
      help: 'Address that serves /metrics and /health. Without this setting, the agent serves neither.',
    }),
    log_level: setting(choice('error', 'warn', 'info', 'debug'), 'info', {
      help: 'Lowest severity of the messages to log.',
    }),
  }),
} as const;

export type SettingName = keyof typeof settings;

/** The configuration holds the values of all settings. */
export type Config = ValuesOf<typeof settings>;
export type LoadedConfig = LoadedSettings<typeof settings>;

export const settingNames = Object.keys(settings) as SettingName[];

const agentSettings: ProgramSettings<typeof settings> = {
  table: settings,
  prefix,
  fileVariable: 'SONDE_AGENT_CONFIG',
  defaultFile: '/etc/sonde/agent.json',
};

/** Reads the agent's settings. Throws a ConfigError that has all faults. */
export function loadConfig(sources: SettingSources<SettingName>): LoadedConfig {
  return loadSettings(agentSettings, sources);
}
