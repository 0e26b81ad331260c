import { Conflict, InvalidInput } from '@sonde/shared/errors.ts';
import { readSettingsFromCollector } from '@sonde/shared/sensor-settings/settings-from-collector.ts';
import type {
  AgentSettings,
  AgentSettingsStore,
  SettingsChange,
} from '../../../ports/agent-settings/agent-settings.ts';
import type { Agent, AgentStore } from '../../../ports/ingest/agents.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import type { AgentSettingsWatch } from './agent-settings-watch.ts';

export interface FleetPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly agents: Pick<AgentStore, 'list'>;
}

export interface ChangeSettingsPorts extends FleetPorts {
  readonly agentSettings: Pick<AgentSettingsStore, 'current' | 'at' | 'put'>;
  readonly agentSettingsWatch: Pick<AgentSettingsWatch, 'changed'>;
}

/** Lists all agents of an account. */
export async function fleetOf(accountId: number, ports: FleetPorts): Promise<Agent[]> {
  return await ports.agents.list(await scopedLocationIds(accountId, undefined, ports));
}

/**
 * Checks entries as agents will: names, values, and that their locations and agents are the account's. Throws an InvalidInput for the
 * first that is wrong.
 */
export async function checkEntries(
  accountId: number,
  entries: SettingsChange['entries'],
  ports: FleetPorts,
): Promise<Agent[]> {
  const locations = await scopedLocationIds(accountId, undefined, ports);
  const agents = await ports.agents.list(locations);
  for (const [index, { settings, locationId, agentId }] of entries.entries()) {
    const at = `entries.${index}`;
    const [fault] = readSettingsFromCollector(settings).faults;
    if (fault !== undefined) throw new InvalidInput(`${at}.settings.${fault.name}`, fault.message);
    if (locationId !== null && !locations.includes(locationId)) {
      throw new InvalidInput(`${at}.location_id`, 'The account has no such location.');
    }
    if (agentId !== null && !agents.some(({ id }) => id === agentId)) {
      throw new InvalidInput(`${at}.agent_id`, 'The account has no such agent.');
    }
  }
  return agents;
}

/** Puts entries in the place of those in force, as a new version. Throws an InvalidInput, or a Conflict if others are in force by now. */
export async function changeSettings(
  accountId: number,
  change: Omit<SettingsChange, 'rolledBackTo'>,
  ports: ChangeSettingsPorts,
): Promise<AgentSettings> {
  await checkEntries(accountId, change.entries, ports);
  const known = new Set((await ports.agentSettings.current(accountId)).entries.map(({ id }) => id));
  const seen = new Set<number>();
  for (const [index, { id }] of change.entries.entries()) {
    if (id === null) continue;
    if (!known.has(id)) throw new InvalidInput(`entries.${index}.id`, 'No entry in force has this id.');
    if (seen.has(id)) throw new InvalidInput(`entries.${index}.id`, 'Another entry has this id.');
    seen.add(id);
  }
  return await put(accountId, { ...change, rolledBackTo: null }, ports);
}

/** Puts the entries of a version back, as a new version. Throws a Conflict if that is not known any more. */
export async function rollBackSettings(
  accountId: number,
  version: number,
  ports: ChangeSettingsPorts,
): Promise<AgentSettings> {
  const wanted = await ports.agentSettings.at(accountId, version);
  if (wanted === undefined) {
    throw new Conflict('What the settings were in this version is not known: it is to come, or too old.');
  }
  const { version: basedOn } = await ports.agentSettings.current(accountId);
  const change = { basedOn, entries: wanted.entries, comment: null, rolledBackTo: version };
  return await put(accountId, change, ports);
}

async function put(
  accountId: number,
  change: SettingsChange,
  { agentSettings, agentSettingsWatch }: ChangeSettingsPorts,
): Promise<AgentSettings> {
  const settings = await agentSettings.put(accountId, change);
  if (settings === undefined) {
    throw new Conflict('The settings were changed meanwhile: read them again, and change those.');
  }
  agentSettingsWatch.changed(accountId);
  return settings;
}
