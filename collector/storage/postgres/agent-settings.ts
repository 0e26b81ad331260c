import type { SettingsRefusal } from '@sonde/shared/sensor-settings/document.ts';
import type {
  AgentSettings,
  AgentSettingsStore,
  SettingsChange,
  SettingsEntry,
  SettingsKey,
  SettingsKeyStore,
} from '../../ports/agent-settings/agent-settings.ts';
import type { Postgres, Queryable } from './pool.ts';
import { storableJson, storableText } from './storable-text.ts';

interface CurrentRow {
  version: number;
  changed_at: Date;
  entries: SettingsEntry[];
}

interface VersionRow extends CurrentRow {
  entry_count: number;
  comment: string | null;
  rolled_back_to: number | null;
}

interface ToldRow {
  agent_id: number;
  held_version: number | null;
  refused_version: number | null;
  refused_reason: SettingsRefusal | null;
  refused_message: string | null;
  kept_own: string[];
  held_since: Date;
  told_at: Date;
}

interface KeyRow {
  position: number;
  public_key: string;
  sealed_key: string;
  signature: string | null;
}

const longestComment = 2_000;
const longestMessage = 1_000;
const keptVersions = 200;
/** Versions that agents tell beyond ours by more are not believed: a restored backup is not that old. */
const believable = 100_000;

const none: AgentSettings = { version: 0, changedAt: null, entries: [] };

export function createAgentSettingsStore(postgres: Postgres): AgentSettingsStore {
  return {
    current: async (accountId) => {
      const [row] = await postgres.query<CurrentRow>(
        `SELECT s.version, s.changed_at, v.entries FROM agent_settings s
         JOIN agent_settings_versions v ON v.account_id = s.account_id AND v.version = s.version WHERE s.account_id = $1`,
        [accountId],
      );
      return row === undefined ? none : toSettings(row);
    },
    at: async (accountId, version) => {
      const [row] = await postgres.query<CurrentRow>(
        'SELECT version, changed_at, entries FROM agent_settings_versions WHERE account_id = $1 AND version = $2',
        [accountId, version],
      );
      return row && toSettings(row);
    },
    versions: async (accountId, limit) => {
      const rows = await postgres.query<VersionRow>(
        `SELECT version, changed_at, jsonb_array_length(entries) AS entry_count, comment, rolled_back_to
         FROM agent_settings_versions WHERE account_id = $1 ORDER BY version DESC LIMIT $2`,
        [accountId, limit],
      );
      return rows.map((row) => ({
        version: row.version,
        changedAt: row.changed_at,
        entries: row.entry_count,
        comment: row.comment,
        rolledBackTo: row.rolled_back_to,
      }));
    },
    put: (accountId, change) => postgres.transaction((transaction) => put(transaction, accountId, change)),
    agent: async (locationId, uuid) => {
      const [row] = await postgres.query<{ id: number }>(
        'SELECT id FROM agents WHERE location_id = $1 AND uuid = $2',
        [locationId, uuid],
      );
      return row?.id;
    },
    record: async (agentId, told) => {
      await postgres.query(
        `INSERT INTO agent_settings_told AS h
           (agent_id, held_version, refused_version, refused_reason, refused_message, kept_own)
         SELECT id, $2, $3, $4, $5, $6 FROM agents WHERE id = $1
         ON CONFLICT (agent_id) DO UPDATE SET held_version = excluded.held_version,
           refused_version = excluded.refused_version, refused_reason = excluded.refused_reason,
           refused_message = excluded.refused_message, kept_own = excluded.kept_own, told_at = now(),
           held_since = CASE WHEN h.held_version IS NOT DISTINCT FROM excluded.held_version THEN h.held_since ELSE now() END
         WHERE (h.held_version, h.refused_version, h.refused_reason, h.refused_message, h.kept_own) IS DISTINCT FROM
             (excluded.held_version, excluded.refused_version, excluded.refused_reason, excluded.refused_message,
              excluded.kept_own)
           OR h.told_at < now() - interval '1 minute'`,
        [
          agentId,
          told.heldVersion,
          told.refusedVersion,
          told.refusedReason,
          told.refusedMessage === null ? null : storableText(told.refusedMessage, longestMessage),
          told.keptOwn,
        ],
      );
    },
    told: async (agentIds) => {
      const rows = await postgres.query<ToldRow>(
        'SELECT * FROM agent_settings_told WHERE agent_id = ANY ($1) ORDER BY agent_id',
        [agentIds],
      );
      return rows.map((row) => ({
        agentId: row.agent_id,
        heldVersion: row.held_version,
        refusedVersion: row.refused_version,
        refusedReason: row.refused_reason,
        refusedMessage: row.refused_message,
        keptOwn: row.kept_own,
        heldSince: row.held_since,
        toldAt: row.told_at,
      }));
    },
  };
}

async function put(
  transaction: Queryable,
  accountId: number,
  { basedOn, entries, comment, rolledBackTo }: SettingsChange,
): Promise<AgentSettings | undefined> {
  // The row is what writers of one account wait for.
  await transaction.query(
    'INSERT INTO agent_settings (account_id, version) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [accountId],
  );
  const [held] = await transaction.query<{
    version: number;
    last_entry_id: number;
    most_told: number | null;
  }>(
    `SELECT s.version, s.last_entry_id,
       (SELECT max(greatest(t.held_version, t.refused_version)) FROM agent_settings_told t
        JOIN agents a ON a.id = t.agent_id JOIN locations l ON l.id = a.location_id
        WHERE l.account_id = $1 AND greatest(t.held_version, t.refused_version) < s.version + $2) AS most_told
     FROM agent_settings s WHERE s.account_id = $1 FOR UPDATE OF s`,
    [accountId, believable],
  );
  if (held === undefined || (basedOn !== null && held.version !== basedOn)) return undefined;
  let lastId = held.last_entry_id;
  const numbered = entries.map((entry) => ({ ...entry, id: entry.id ?? ++lastId }));
  const version = Math.max(held.version, held.most_told ?? 0) + 1;
  const [row] = await transaction.query<CurrentRow>(
    `WITH stored AS (
       INSERT INTO agent_settings_versions (account_id, version, entries, comment, rolled_back_to)
       VALUES ($1, $2, $3, $4, $5) RETURNING version, changed_at, entries),
     raised AS (UPDATE agent_settings SET version = $2, changed_at = now(), last_entry_id = $6 WHERE account_id = $1)
     SELECT * FROM stored`,
    [
      accountId,
      version,
      storableJson(numbered),
      comment === null ? null : storableText(comment, longestComment),
      rolledBackTo,
      lastId,
    ],
  );
  await transaction.query(
    `DELETE FROM agent_settings_versions WHERE account_id = $1 AND version < (
       SELECT min(version) FROM (
         SELECT version FROM agent_settings_versions WHERE account_id = $1 ORDER BY version DESC LIMIT $2) AS kept)`,
    [accountId, keptVersions],
  );
  return toSettings(row!);
}

export function createSettingsKeyStore(postgres: Postgres): SettingsKeyStore {
  return {
    all: async () => {
      const rows = await postgres.query<KeyRow>(
        'SELECT position, public_key, sealed_key, signature FROM agent_settings_keys ORDER BY position',
      );
      return rows.map(toKey);
    },
    add: async ({ position, publicKey, sealedKey, signature }) => {
      const rows = await postgres.query(
        `INSERT INTO agent_settings_keys (position, public_key, sealed_key, signature) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING position`,
        [position, publicKey, sealedKey, signature],
      );
      return rows.length > 0;
    },
  };
}

function toSettings({ version, changed_at: changedAt, entries }: CurrentRow): AgentSettings {
  return { version, changedAt, entries };
}

function toKey(row: KeyRow): SettingsKey {
  return {
    position: row.position,
    publicKey: row.public_key,
    sealedKey: row.sealed_key,
    signature: row.signature,
  };
}
