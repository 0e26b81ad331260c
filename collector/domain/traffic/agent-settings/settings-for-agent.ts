import { createHash } from 'node:crypto';
import type { SettingsEntry } from '../../../ports/agent-settings/agent-settings.ts';

/**
 * Computes the place of an agent in the roll-out of an entry, from 0 to 99, as rules of policies have it for resolvers: it is not always the
 * same agents that go first, and a greater share takes in the agents of the smaller one.
 */
export function rolloutPlace(entryId: number, agentId: number): number {
  const digest = createHash('md5').update(`${entryId}/${agentId}`).digest('hex');
  return Number.parseInt(digest.slice(0, 7), 16) % 100;
}

/** Tells whether an entry is for an agent, and its roll-out has come to it. */
export function reaches(
  entry: SettingsEntry,
  agent: { readonly id: number; readonly locationId: number },
): boolean {
  if (entry.locationId !== null && entry.locationId !== agent.locationId) return false;
  if (entry.agentId !== null && entry.agentId !== agent.id) return false;
  return entry.rolloutPercent >= 100 || rolloutPlace(entry.id, agent.id) < entry.rolloutPercent;
}

/** Gathers the settings of an agent from the entries that reach it; of two values of one setting the later entry's wins. */
export function settingsForAgent(
  entries: readonly SettingsEntry[],
  agent: { readonly id: number; readonly locationId: number },
): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...entries.filter((entry) => reaches(entry, agent)).map(({ settings }) => settings),
  );
}
