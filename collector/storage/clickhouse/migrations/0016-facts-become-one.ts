import type { Migration } from './migration.ts';

/** Tables without partitions, in which a fact is repeated by each part that it was seen in. */
const tables = ['passive_dns', 'passive_dns_by_data', 'name_days', 'domains'];

/**
 * Parts that are a day old are merged whatever their size. Merges wait for ten parts of a size, and most names and
 * records are seen every day: a month's facts were stored two and a half times over, 4 bytes for each of its rows.
 * Nothing is merged again within a day, so that the whole table is rewritten once in it at most: 3 s of processor time
 * for 1.8 million records.
 */
export const factsBecomeOne: Migration = {
  number: 16,
  name: 'facts become one',
  statements: ({ onCluster, local }) =>
    tables.map(
      (table) =>
        `ALTER TABLE ${local(table)}${onCluster} MODIFY SETTING min_age_to_force_merge_seconds = 86400`,
    ),
};
