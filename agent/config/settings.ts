import { recordingSettings } from './recording-settings.ts';
import type { Setting } from './setting.ts';
import { bytes, listOf, oneOf, parseText, seconds, text, whole } from './setting.ts';
import { parseCollector, parseHostPort } from './values.ts';

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
  ...recordingSettings,
  buffer_bytes: bytes(
    64 * mebibyte,
    { min: 1 * mebibyte, max: 2048 * mebibyte },
    { help: "Bytes of the kernel's ring, per interface." },
  ),
  snap_length: whole(65_535, { min: 128, max: 65_535 }, { help: 'Bytes kept of a packet.' }),
  batch_bytes: bytes(
    8 * mebibyte,
    { min: 64 * 1024, max: 14 * mebibyte },
    { help: 'Bytes of rows, before compression, after which a batch is closed.' },
  ),
  batch_seconds: seconds(
    1,
    { min: 0.1, max: 60 },
    { help: 'Time after which a batch is closed however small.' },
  ),
  heartbeat_seconds: seconds(
    60,
    { min: 1, max: 3_600 },
    { help: 'Time after which an idle agent ships its ledger alone.' },
  ),
  queue_bytes: bytes(
    64 * mebibyte,
    { min: 2 * mebibyte, max: 4096 * mebibyte },
    { help: 'Bytes of rows that may wait for compression; what is over is dropped and counted.' },
  ),
  spool_bytes: bytes(
    1024 * mebibyte,
    { min: 1 * mebibyte, max: 2 ** 50 },
    {
      help: 'Bytes on disk for batches that wait for the collector; over it the oldest is dropped and counted.',
    },
  ),
  spool_memory_bytes: bytes(
    32 * mebibyte,
    { min: 0, max: 4096 * mebibyte },
    { help: 'Bytes of batches kept in memory while the disk takes none.' },
  ),
  refused_bytes: bytes(
    64 * mebibyte,
    { min: 0, max: 2 ** 50 },
    { help: 'Bytes on disk for batches that the collector refused, kept for a person to look at.' },
  ),
  request_seconds: seconds(60, { min: 1, max: 600 }, { help: 'Time that a collector has for an answer.' }),
  stop_seconds: seconds(
    10,
    { min: 0, max: 600 },
    { help: 'Time for shipping what is left when the agent is stopped; the rest stays in the spool.' },
  ),
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
export type Config = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

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
