import type { Migration } from '../migration.ts';

/**
 * The tables hold receivers outside, how far each has come, and what became of threats while any of them wants to know.
 */
export const sinks: Migration = {
  id: 37,
  name: 'sinks',
  sql: `
CREATE TABLE sinks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  kind text NOT NULL,
  presentation text NOT NULL,
  queries boolean NOT NULL,
  threats boolean NOT NULL,
  config jsonb NOT NULL,
  filter jsonb NOT NULL,
  -- Encrypted: what is copied from the database alone opens no account.
  sealed text,
  paused boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sink_places (
  sink_id bigint NOT NULL REFERENCES sinks ON DELETE CASCADE,
  stream text NOT NULL CHECK (stream IN ('queries', 'threats')),
  -- Queries are each collector's own; threats are everybody's, of a collector without a name.
  collector_id text NOT NULL,
  major bigint NOT NULL,
  minor bigint NOT NULL,
  delivered bigint NOT NULL DEFAULT 0,
  filtered bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  lost bigint NOT NULL DEFAULT 0,
  batches bigint NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  waiting_since timestamptz,
  waiting_bytes bigint NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_error text,
  PRIMARY KEY (sink_id, stream, collector_id)
);
CREATE TABLE threat_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Numbers are given in another order than transactions end in: what is read is what no transaction can add to any more.
  transaction bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  at timestamptz NOT NULL DEFAULT now(),
  change text NOT NULL,
  threat jsonb NOT NULL
);
CREATE INDEX threat_changes_in_order ON threat_changes (transaction, id);

-- In the transaction that changes the threat, whoever does: none goes untold.
CREATE FUNCTION note_threat_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM sinks WHERE threats) THEN
    INSERT INTO threat_changes (change, threat) VALUES (
      CASE WHEN TG_OP = 'INSERT' THEN 'opened'
        WHEN OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL THEN 'resolved'
        WHEN OLD.resolved_at IS NOT NULL AND NEW.resolved_at IS NULL THEN 'reopened'
        ELSE 'worsened' END,
      to_jsonb(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER threat_opened AFTER INSERT ON threats FOR EACH ROW EXECUTE FUNCTION note_threat_change();
CREATE TRIGGER threat_changed AFTER UPDATE ON threats FOR EACH ROW
  WHEN (NEW.severity > OLD.severity OR (NEW.resolved_at IS NULL) <> (OLD.resolved_at IS NULL))
  EXECUTE FUNCTION note_threat_change();
`,
};
