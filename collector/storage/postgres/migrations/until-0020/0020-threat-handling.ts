import type { Migration } from '../migration.ts';

/** Threats have an owner, who takes care of them, and notes. */
export const threatHandling: Migration = {
  id: 20,
  name: 'threat handling',
  sql: `
ALTER TABLE threats ADD COLUMN owner text;

CREATE TABLE threat_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  threat_id bigint NOT NULL REFERENCES threats ON DELETE CASCADE,
  author text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX threat_notes_threat ON threat_notes (threat_id, id);
`,
};
