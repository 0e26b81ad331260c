import type { Migration } from '../migration.ts';

/** A key may be for some families of operations, for some locations, from some networks, or for reading alone. */
export const boundedKeys: Migration = {
  id: 43,
  name: 'bounded keys',
  // Null is without bound. A location that is gone is not asked for again: ids are given once.
  sql: `
ALTER TABLE api_keys
  ADD COLUMN families text[] CHECK (cardinality(families) BETWEEN 1 AND 100),
  ADD COLUMN location_ids bigint[] CHECK (cardinality(location_ids) BETWEEN 1 AND 100),
  ADD COLUMN networks text[] CHECK (cardinality(networks) BETWEEN 1 AND 100),
  ADD COLUMN read_only boolean NOT NULL DEFAULT false;
`,
};
