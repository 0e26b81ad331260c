import { AgentSettingsWatch } from '../../../../collector/domain/traffic/agent-settings/agent-settings-watch.ts';
import type {
  AgentSettings,
  AgentSettingsStore,
  AgentToldSettings,
  SettingsChange,
  SettingsKey,
  SettingsKeyStore,
  SettingsVersion,
  ToldSettings,
} from '../../../../collector/ports/agent-settings/agent-settings.ts';
import type { Agent, AgentStore } from '../../../../collector/ports/ingest/agents.ts';
import { FakeEventBus } from '../event-bus.ts';

interface Kept extends AgentSettings {
  readonly comment: string | null;
  readonly rolledBackTo: number | null;
}

/** Settings of agents in memory, with the behaviour that the port promises. */
export class FakeAgentSettings implements AgentSettingsStore {
  readonly #agents: Pick<AgentStore, 'list'>;
  readonly #versions = new Map<number, Kept[]>();
  readonly #told = new Map<number, AgentToldSettings>();
  readonly #keys: SettingsKey[] = [];
  #lastId = 0;

  constructor(agents: Pick<AgentStore, 'list'>) {
    this.#agents = agents;
  }

  readonly keys: SettingsKeyStore = {
    all: async () => [...this.#keys],
    add: async (key) => {
      if (this.#keys.some(({ position }) => position === key.position)) return false;
      this.#keys.push(key);
      return true;
    },
  };

  /** What endpoints ask for. */
  readonly ports = {
    agentSettings: this as AgentSettingsStore,
    agentSettingsWatch: new AgentSettingsWatch(new FakeEventBus()),
    settingsKeys: this.keys,
  };

  /** Makes the first version of an account's. */
  async addFirst(accountId: number): Promise<void> {
    const what = { settings: { sampling: '2' }, rolloutPercent: 100, note: null };
    const entry = { id: null, locationId: null, agentId: null, ...what };
    await this.put(accountId, { basedOn: 0, entries: [entry], comment: null, rolledBackTo: null });
  }

  async current(accountId: number): Promise<AgentSettings> {
    return this.#versions.get(accountId)?.at(-1) ?? { version: 0, changedAt: null, entries: [] };
  }

  async at(accountId: number, version: number): Promise<AgentSettings | undefined> {
    return this.#versions.get(accountId)?.find((one) => one.version === version);
  }

  async versions(accountId: number, limit: number): Promise<SettingsVersion[]> {
    const all = this.#versions.get(accountId) ?? [];
    return all
      .map(({ entries, changedAt, ...one }) => ({ ...one, entries: entries.length, changedAt: changedAt! }))
      .reverse()
      .slice(0, limit);
  }

  async put(accountId: number, change: SettingsChange): Promise<AgentSettings | undefined> {
    const { version } = await this.current(accountId);
    if (change.basedOn !== null && version !== change.basedOn) return undefined;
    const entries = change.entries.map((entry) => ({ ...entry, id: entry.id ?? ++this.#lastId }));
    const { comment, rolledBackTo } = change;
    const told = [...this.#told.values()].map((one) =>
      Math.max(one.heldVersion ?? 0, one.refusedVersion ?? 0),
    );
    const next = Math.max(version, ...told.filter((one) => one < version + 100_000)) + 1;
    const made = { version: next, changedAt: new Date(), entries, comment, rolledBackTo };
    this.#versions.set(accountId, [...(this.#versions.get(accountId) ?? []), made]);
    return made;
  }

  async agent(locationId: number, uuid: string): Promise<number | undefined> {
    const agents: Agent[] = await this.#agents.list([locationId]);
    return agents.find((agent) => agent.uuid === uuid)?.id;
  }

  async record(agentId: number, told: ToldSettings): Promise<void> {
    const before = this.#told.get(agentId);
    const heldSince = before?.heldVersion === told.heldVersion ? before.heldSince : new Date();
    this.#told.set(agentId, { ...told, agentId, heldSince, toldAt: new Date() });
  }

  async told(agentIds: readonly number[]): Promise<AgentToldSettings[]> {
    return agentIds.flatMap((id) => this.#told.get(id) ?? []);
  }
}
