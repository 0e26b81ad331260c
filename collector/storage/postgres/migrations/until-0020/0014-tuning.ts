import type { Migration } from '../migration.ts';

/** The tables hold the changes of locations about detection, and the trials that agents make of it. */
export const tuning: Migration = {
  id: 14,
  name: 'tuning',
  sql: `
CREATE TABLE detection_settings (
  location_id bigint PRIMARY KEY REFERENCES locations,
  -- What differs from the program's own settings.
  changes jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE canaries (
  id text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts,
  -- Whose agent asks for the names.
  location_id bigint NOT NULL REFERENCES locations,
  patterns text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Names are taken for the canary's until then.
  ends_at timestamptz NOT NULL
);
CREATE INDEX canaries_account ON canaries (account_id, created_at);
`,
};
