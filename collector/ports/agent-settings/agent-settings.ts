import type { SettingsRefusal } from '@sonde/shared/sensor-settings/document.ts';

/** A settings entry gives some agents of an account values of settings. */
export interface SettingsEntry {
  /** It stays from version to version, and an agent's place in the roll-out with it. */
  readonly id: number;
  /** Null for all locations. */
  readonly locationId: number | null;
  /** Null for all agents of them. */
  readonly agentId: number | null;
  /** The share of those agents, from 1 to 100. */
  readonly rolloutPercent: number;
  /** As in the agent's environment. */
  readonly settings: Readonly<Record<string, string>>;
  readonly note: string | null;
}

/** The settings of an account's agents: entries in their order, of which a later one wins. */
export interface AgentSettings {
  /** 0 if there never were any. */
  readonly version: number;
  readonly changedAt: Date | null;
  readonly entries: readonly SettingsEntry[];
}

export interface SettingsVersion {
  readonly version: number;
  readonly changedAt: Date;
  readonly entries: number;
  readonly comment: string | null;
  readonly rolledBackTo: number | null;
}

export interface SettingsChange {
  /** The version that the change was made from: another one in force since makes it stale. Null for whichever is. */
  readonly basedOn: number | null;
  /** Without an id an entry is a new one. */
  readonly entries: readonly (Omit<SettingsEntry, 'id'> & { readonly id: number | null })[];
  readonly comment: string | null;
  readonly rolledBackTo: number | null;
}

/** The told settings are what an agent tells of those that it has. */
export interface ToldSettings {
  /** Null if its owner's settings are alone in force. */
  readonly heldVersion: number | null;
  readonly refusedVersion: number | null;
  readonly refusedReason: SettingsRefusal | null;
  readonly refusedMessage: string | null;
  /** Settings in whose place the owner gave values. */
  readonly keptOwn: readonly string[];
}

export interface AgentToldSettings extends ToldSettings {
  readonly agentId: number;
  readonly heldSince: Date;
  readonly toldAt: Date;
}

export interface AgentSettingsStore {
  current(accountId: number): Promise<AgentSettings>;
  /** Undefined if that version is not known any more or not yet. */
  at(accountId: number, version: number): Promise<AgentSettings | undefined>;
  /** The last versions, the newest first. */
  versions(accountId: number, limit: number): Promise<SettingsVersion[]>;
  /** Puts all entries in the place of those before, as a new version, above all that agents tell; undefined if the change is stale. */
  put(accountId: number, change: SettingsChange): Promise<AgentSettings | undefined>;
  /** The number of the location's agent that gave itself this identity; undefined before its first batch. */
  agent(locationId: number, uuid: string): Promise<number | undefined>;
  record(agentId: number, told: ToldSettings): Promise<void>;
  told(agentIds: readonly number[]): Promise<AgentToldSettings[]>;
}

/** A settings key signs the settings of agents; the last one is used, and those before lead to it. */
export interface SettingsKey {
  readonly position: number;
  /** 32 octets in base64. */
  readonly publicKey: string;
  readonly sealedKey: string;
  readonly signature: string | null;
}

export interface SettingsKeyStore {
  /** In their order. */
  all(): Promise<SettingsKey[]>;
  /** False if another collector has put one at this position before. */
  add(key: SettingsKey): Promise<boolean>;
}
