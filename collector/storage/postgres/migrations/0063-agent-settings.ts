import type { Migration } from './migration.ts';

/** The tables have the settings that accounts give their agents, version by version, what agents tell of them, and the keys that sign them. */
export const agentSettings: Migration = {
  id: 63,
  name: 'agent settings',
  sql: `
CREATE TABLE agent_settings (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Entries keep their numbers from version to version, and no number is given twice.
  last_entry_id bigint NOT NULL DEFAULT 0
);
CREATE TABLE agent_settings_versions (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  version bigint NOT NULL,
  entries jsonb NOT NULL,
  comment text,
  -- The version whose entries were taken again.
  rolled_back_to bigint,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, version)
);
-- As agents tell it themselves when they ask for their settings.
CREATE TABLE agent_settings_told (
  agent_id bigint PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  -- Null if the agent works by its owner's settings alone.
  held_version bigint,
  refused_version bigint,
  refused_reason text,
  refused_message text,
  kept_own text[] NOT NULL,
  held_since timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);
-- Keys that followed one another; the last one signs.
CREATE TABLE agent_settings_keys (
  position integer PRIMARY KEY,
  public_key text NOT NULL,
  sealed_key text NOT NULL,
  -- By the key before.
  signature text,
  created_at timestamptz NOT NULL DEFAULT now()
);
`,
};
