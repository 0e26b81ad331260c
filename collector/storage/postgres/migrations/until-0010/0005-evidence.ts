import type { Migration } from '../migration.ts';

/** The columns hold a threat's evidence, an indicator's origin and expiry, and the state of feeds. */
export const evidence: Migration = {
  id: 5,
  name: 'evidence',
  sql: `
ALTER TABLE threats ADD COLUMN technique text, ADD COLUMN evidence jsonb;

ALTER TABLE indicators
  ADD COLUMN exact boolean NOT NULL DEFAULT false,
  ADD COLUMN source_row bigint,
  -- Unix seconds, as the sources give them.
  ADD COLUMN first_seen_at bigint,
  ADD COLUMN last_seen_at bigint,
  ADD COLUMN expires_at bigint,
  ADD COLUMN details jsonb;
`,
};
