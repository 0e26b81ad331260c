import type { Migration } from './migration.ts';

/**
 * The columns tell when threats and indicators became what they are, by the clock of the statement that wrote them: what is
 * shared with others is told in that order. A threat changes with every batch that has to do with it, so that an index
 * would cost each of these more than it saves.
 */
export const sharing: Migration = {
  id: 58,
  name: 'sharing',
  sql: `
ALTER TABLE threats
  ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
UPDATE threats SET opened_at = first_seen_at,
  changed_at = least(now(), greatest(first_seen_at, last_seen_at, resolved_at, reopened_at));
ALTER TABLE threats ALTER COLUMN changed_at SET DEFAULT clock_timestamp();

CREATE FUNCTION note_threat_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;
CREATE TRIGGER threat_time BEFORE UPDATE ON threats FOR EACH ROW
  WHEN ((NEW.severity, NEW.count, NEW.first_seen_at, NEW.last_seen_at, NEW.resolved_at, NEW.technique, NEW.source)
    IS DISTINCT FROM (OLD.severity, OLD.count, OLD.first_seen_at, OLD.last_seen_at, OLD.resolved_at, OLD.technique, OLD.source))
  EXECUTE FUNCTION note_threat_time();

-- One value for all that are there, since a value of its own for each would write millions of rows anew.
ALTER TABLE indicators ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE indicators ALTER COLUMN changed_at SET DEFAULT clock_timestamp();
`,
};
