import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { locationName } from '../../../app/locations.ts';
import { texts } from '../../../texts/en/operate/agent-settings.ts';

export type Settings = AnswerOf<'GET /api/v1/dns-monitoring/agent-settings'>;
export type Entry = Settings['entries'][number];
export type States = AnswerOf<'GET /api/v1/dns-monitoring/agent-settings/agents'>;

/** Names whom an entry is for. */
export function whoOf(entry: Pick<Entry, 'agent_id' | 'location_id'>, states: States | undefined): string {
  if (entry.agent_id !== null) {
    const agent = states?.agents.find(({ agent_id: id }) => id === entry.agent_id);
    return texts.oneAgent(agent?.host || String(entry.agent_id));
  }
  return entry.location_id === null ? texts.allAgents : texts.atLocation(locationName(entry.location_id));
}

/** Shows values of settings. */
export function Values({ settings }: { settings: Entry['settings'] }) {
  return (
    <ul class="chips">
      {Object.entries(settings).map(([name, value]) => (
        <li key={name} class="badge">
          {name} = {value}
        </li>
      ))}
    </ul>
  );
}
