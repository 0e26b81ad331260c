import type { Migration } from '../migration.ts';

/** The references let whatever belongs to an account go with it; a table names the locations whose rows ClickHouse is to delete. */
export const deletedAccounts: Migration = {
  id: 48,
  name: 'deleted accounts',
  sql: `
-- Of deleted accounts. Rows may come late, out of spools, so that they stay named.
CREATE TABLE forgotten_locations (
  location_id bigint PRIMARY KEY,
  forgotten_at timestamptz NOT NULL DEFAULT now()
);

-- These refused the deletion of what they refer to, which until now was never deleted.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT conrelid::regclass AS owner, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'a' AND conparentid = 0
      AND confrelid IN ('accounts'::regclass, 'locations'::regclass, 'resolvers'::regclass, 'agents'::regclass,
        'policy_sources'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s ON DELETE CASCADE',
      found.owner, found.conname, found.conname, found.definition);
  END LOOP;
END
$$;
`,
};
