import type { Migration } from './migration.ts';

/** The code that a row of `queries` fails with, or 0: silence after a question to all (mDNS and its like) is no failure. */
const failure = "if(name_service = 'dns', response_code, 0)";

/**
 * Names by hour have the response code that they failed with, 65535 if there was no answer; 0 if they did not fail. The
 * code at the end of the order takes 0.07 bytes a row of traffic and nothing of an insert that could be told; a table
 * of failing names alone would take 0.25 and a part more for every insert. A question reads as much as that for the
 * most frequent names.
 */
export const failingNames: Migration = {
  number: 13,
  name: 'failing names',
  statements: ({ onCluster, local }) => [
    `ALTER TABLE ${local('hour_names')}${onCluster}
  ADD COLUMN IF NOT EXISTS response_code UInt16 CODEC(ZSTD(1)), ADD COLUMN IF NOT EXISTS earlier UInt64 CODEC(ZSTD(1)),
  MODIFY ORDER BY (location_id, hour, name, response_code)`,
    // The table over all shards has no order.
    ...(local('hour_names') === 'hour_names'
      ? []
      : [
          `ALTER TABLE hour_names${onCluster}
  ADD COLUMN IF NOT EXISTS response_code UInt16, ADD COLUMN IF NOT EXISTS earlier UInt64`,
        ]),

    // What was counted before is among the rows of code 0, so that its failures stand beside, in a column of their own.
    // Ahead of the view, which tells codes from here on; the token makes it once. A month that is no longer kept stays away.
    `INSERT INTO hour_names (hour, location_id, name, queries, response_code, earlier)
SELECT toStartOfHour(observed_at) AS hour, location_id, query_name AS name, 0 AS queries, response_code, count() AS earlier
FROM queries
WHERE ${failure} != 0 AND toYYYYMM(observed_at) GLOBAL IN (SELECT DISTINCT toYYYYMM(hour) FROM hour_names)
  AND (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'hour_names_view'
    AND position(create_table_query, 'response_code') > 0) = 0
GROUP BY hour, location_id, name, response_code ORDER BY location_id, hour, name, response_code
SETTINGS insert_deduplication_token = 'failing_names', deduplicate_insert_select = 'force_enable', max_threads = 1,
  max_bytes_before_external_group_by = 134217728, max_bytes_before_external_sort = 134217728`,

    `ALTER TABLE hour_names_view${onCluster} MODIFY QUERY
SELECT toStartOfHour(observed_at) AS hour, location_id, query_name AS name, ${failure} AS response_code, count() AS queries
FROM ${local('queries')} GROUP BY hour, location_id, name, response_code`,
  ],
};
