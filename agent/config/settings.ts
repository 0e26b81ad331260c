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
      help: 'Interface to capture on; every interface that is up if none is named.',
    }),
    ...captureSettings,
    logs: setting(list(text), '', {
      flag: '--log',
      placeholder: 'FILE',
      help: "Log of another sensor to follow, Zeek's dns.log or Suricata's eve.json; without an interface named, nothing is captured then.",
    }),
    ports: setting(list(port), '53,5353,5355,137', {
      flag: '--port',
      placeholder: 'PORT',
      help: 'Port that carries DNS messages.',
    }),
    encrypted_dns: setting(yesNo, 'false', {
      help: 'Whether connections of encrypted DNS are followed: who talks to which resolver, how long and how much, and the fingerprint of the client; nothing is decrypted.',
    }),
    encrypted_dns_resolvers: optional(text, {
      placeholder: 'FILE',
      help: 'JSON file with the resolvers whose port 443 is DNS over HTTPS, instead of the list that comes with the agent.',
    }),
    encrypted_dns_rate: setting(integer(1, 10_000), '200', {
      help: 'Hellos of encrypted DNS that are read in a second; what is over is left out and counted.',
    }),
    buffer_bytes: setting(bytesBetween(1 * mebibyte, 2048 * mebibyte), '64MiB', {
      help: "Bytes of the kernel's ring, per interface.",
    }),
    threads: setting(integer(1, 64), '1', {
      help: 'Threads that decode, each its share of the flows, beside the one that takes packets in and the one that ships.',
    }),
    snap_length: setting(integer(128, 65_535), '65535', { help: 'Bytes kept of a packet.' }),
  }),
  ...settingsAbout('Collector', prefix, {
    collectors: setting(list(collectorAddress), '', {
      flag: '--collector',
      placeholder: 'URL',
      reloadable: true,
      help: 'Collector to ship to: https://..., http://... or unix:/path. The next of several is used while one fails.',
    }),
    key: optional(text, {
      secret: 'all',
      reloadable: true,
      placeholder: 'KEY',
      help: "The location's key. A key file or the environment keeps it out of the process list.",
    }),
    key_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: "File that holds the location's key; nobody but its owner should be able to read it.",
    }),
    enrolment_token: optional(text, {
      secret: 'all',
      placeholder: 'TOKEN',
      help: 'A token that an agent without a key enrols with at its first start, for a key of its own.',
    }),
    enrolment_token_file: optional(text, {
      placeholder: 'FILE',
      help: 'File that holds such a token.',
    }),
    ca_file: optional(text, {
      placeholder: 'FILE',
      reloadable: true,
      help: 'PEM file with the only authorities that may vouch for the collector, instead of the authorities of the system.',
    }),
  }),
  ...settingsAbout('What is recorded', prefix, recordingSettings),
  ...settingsAbout('Settings from the collector', prefix, {
    settings_from_collector: setting(yesNo, 'false', {
      reloadable: true,
      help: 'Whether the collector may narrow what is recorded, by those settings that may come from it and are not given here.',
    }),
    settings_key: optional(publicKey, {
      placeholder: 'BASE64',
      help: "The public key that the collector's settings must be signed with; that which comes first is kept if none is given.",
    }),
    settings_trial_seconds: setting(seconds(1, 3_600), '60', {
      help: 'Time for which new settings are watched; the agent goes back if nothing is recorded any more.',
    }),
  }),
  ...settingsAbout('Shipping', prefix, shippingSettings),
  ...settingsAbout('The agent itself', prefix, {
    state: optional(text, {
      placeholder: 'DIR',
      help: 'Directory of the identity, the spool and the status socket. /var/lib/sonde-agent for root, else .sonde/agent.',
    }),
    metrics: optional(hostPort, {
      placeholder: 'HOST:PORT',
      help: 'Address that serves /metrics and /health; none if it is not given.',
    }),
    log_level: setting(choice('error', 'warn', 'info', 'debug'), 'info', {
      help: 'The least severity of messages that are logged.',
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
