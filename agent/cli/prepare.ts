import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Enrolment, readEnrolment } from '@sonde/sensor/enrolment/enrolment-file.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import type { CaptureSource } from '../capture/capture-source.ts';
import { LastingSource } from '../capture/lasting-source.ts';
import { LiveCaptures } from '../capture/live-captures.ts';
import { PlaceKeeper } from '../capture/logs/log-place.ts';
import { locationKey } from '../config/location-key.ts';
import { filtersOf } from '../config/recording-options.ts';
import type { Config, LoadedConfig } from '../config/settings.ts';
import type { AgentLog } from '../run/agent.ts';
import { chooseInterfaces } from '../run/choose-interfaces.ts';
import { InterfaceWatch } from '../run/interface-watch.ts';
import type { AgentParts } from '../run/row-pipeline.ts';
import { stateDirectoryPath } from '../run/state-directory.ts';

/** Prepares the destination of batches: the collectors, and the secrets read from their files. Throws a ConfigError. */
export async function prepareDestination(
  config: Config,
): Promise<{ destination: Destination; warnings: readonly string[] }> {
  const faults: string[] = [];
  const { key, warnings } = await locationKey(config);
  const enrolment = key === undefined ? await readEnrolment(stateDirectoryPath(config.state)) : undefined;
  const ownKey = key ?? enrolment?.key;
  const collectors =
    config.collectors.length === 0 && enrolment !== undefined ? [enrolment.collector] : config.collectors;
  if (collectors.length === 0) {
    faults.push('No collector is set. Set one with --collector URL.');
  }
  if (ownKey === undefined) {
    faults.push(
      'No key is set. Enrol with a token (sonde-agent enrol), or set the key of a location with --key-file FILE or SONDE_AGENT_KEY.',
    );
  }
  const authorities = await readAuthorities(config.ca_file, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    destination: { collectors, key: ownKey!, authorities, client: certificateOf(enrolment) },
    warnings: [...warnings, ...plainRoads(collectors)],
  };
}

/** Returns the names of the interfaces to capture on; none if logs are followed and no interface is named. Throws a ConfigError if one is not there. */
export async function prepareInterfaces(config: Config): Promise<string[]> {
  if (config.interfaces.length > 0) return [...new Set(config.interfaces)];
  if (config.logs.length > 0) return [];
  const chosen = await chooseInterfaces();
  if (chosen.length === 0) throw new ConfigError(['No interface is up.']);
  return chosen;
}

export function openInterfaces(names: readonly string[], config: Config, parts: AgentParts): CaptureSource[] {
  return names.map(openerBy(config, parts));
}

/**
 * Returns the captures of a run. Interfaces that the operator named are waited for while they are away, from the start
 * on if there are several; if none was named, those that come while the agent runs are taken up.
 */
export function lastingInterfaces(
  names: readonly string[],
  config: Config,
  parts: AgentParts,
  log: AgentLog,
): { sources: CaptureSource[]; watch?: InterfaceWatch; live: LiveCaptures } {
  const live = new LiveCaptures(interfaceOpener(config, parts), filtersOf(config, parts));
  // Only the collector's settings replace a filter: without them, packets take the shorter way.
  const open = config.settings_from_collector ? live.open : openerBy(config, parts);
  if (config.interfaces.length === 0 && config.logs.length === 0) {
    const watch = new InterfaceWatch({ choose: chooseInterfaces, open, log });
    return { sources: names.map(open), watch, live };
  }
  const waitAtStart = names.length > 1;
  const sources = names.map((name) => new LastingSource({ open: () => open(name), waitAtStart, log }));
  return { sources, live };
}

/** Returns the logs of other sensors that are followed; their places are kept in the state directory. */
export function followedLogs(config: Config, parts: AgentParts, room: () => Promise<void>): CaptureSource[] {
  const directory = stateDirectoryPath(config.state);
  return [...new Set(config.logs.map((path) => resolve(path)))].map((path) => {
    const digest = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return parts.openLog({ path, place: new PlaceKeeper(join(directory, `log-${digest}.json`)), room });
  });
}

function openerBy(config: Config, parts: AgentParts): (name: string) => CaptureSource {
  const filter = filtersOf(config, parts);
  const open = interfaceOpener(config, parts);
  return (name) => open(name, filter);
}

function interfaceOpener(
  config: Config,
  parts: AgentParts,
): (name: string, filter: readonly string[]) => CaptureSource {
  const { snap_length: snapLength, buffer_bytes: bufferBytes } = config;
  return (name, filter) => parts.openLive(name, { filter, snapLength, bufferBytes });
}

/** Returns all sentences that a person should read of a configuration that can be used. */
export function allWarnings(loaded: LoadedConfig, further: readonly string[]): string[] {
  return [...loaded.warnings, ...further];
}

/** The certificate that an enrolled agent shows, and its key. */
function certificateOf(enrolment: Enrolment | undefined): Destination['client'] {
  if (enrolment?.certificate === undefined) return undefined;
  const { certificate, key } = enrolment.certificate;
  return { certificate, key };
}

/** Reads the authorities that may vouch for a collector; what is wrong with their file is added to the faults. */
export async function readAuthorities(
  path: string | undefined,
  faults: string[],
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    const text = await readFile(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
    faults.push(`The file of authorities ${path} contains no PEM certificate.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    faults.push(`The file of authorities ${path} can't be read: ${code}.`);
  }
  return undefined;
}

function plainRoads(collectors: readonly string[]): string[] {
  return collectors
    .filter((url) => url.startsWith('http://') && !/^(127\.|\[::1\]|localhost$)/.test(new URL(url).hostname))
    .map(
      (url) =>
        `The key and all queries are sent to ${url} unencrypted. Use https:// for collectors on other machines.`,
    );
}
