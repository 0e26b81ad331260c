import type { Migration } from '../migration.ts';

/**
 * The earlier tables hold the hours. They go in a step of their own: the one before can then be repeated as long as it
 * has to.
 */
const replaced = [
  'name_hours',
  'name_uniques',
  'domain_hours',
  'client_hours',
  'latency_hours',
  'latency_minutes',
];

/** The migration takes away the tables that others took the place of. */
export const oldHours: Migration = {
  number: 8,
  name: 'old hours',
  statements: ({ onCluster, local }) =>
    replaced
      .flatMap((table) => [...new Set([table, local(table)])])
      .map((table) => `DROP TABLE IF EXISTS ${table}${onCluster} SYNC`),
};
