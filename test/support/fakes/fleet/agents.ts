import type { Agent, AgentStore } from '../../../../collector/ports/ingest/agents.ts';
import { FakeAgentSettings } from './agent-settings.ts';

/** Senders in memory, with the behaviour that the port promises. */
export class FakeAgents implements AgentStore {
  readonly settings = new FakeAgentSettings(this);
  readonly #agents: Agent[] = [];

  async identify(sender: {
    locationId: number;
    uuid: string;
    software: string;
    host: string;
  }): Promise<number> {
    const known = this.#agents.find(
      ({ locationId, uuid }) => locationId === sender.locationId && uuid === sender.uuid,
    );
    if (known !== undefined) return known.id;
    const id = this.#agents.length + 1;
    const seenAt = new Date();
    this.#agents.push({ id, ...sender, firstSeenAt: seenAt, lastSeenAt: seenAt, metadata: null });
    return id;
  }

  async list(locationIds: readonly number[]): Promise<Agent[]> {
    return this.#agents.filter(({ locationId }) => locationIds.includes(locationId));
  }
}
